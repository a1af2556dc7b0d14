import { useEffect, useState, type ComponentType } from 'react';
import { onceOpen } from '../../../../lib/once-open.ts';
import { usePrinting } from '../../../../lib/use-printing.ts';
import type { PrintedChatProps } from './printed-chat.tsx';

/** Null if it cannot be loaded: then the page is printed as it is. */
async function fetchPrinted() {
  try {
    const { PrintedChat } = await import('./printed-chat.tsx');
    return PrintedChat;
  } catch {
    return null;
  }
}

/**
 * Prints the loaded part of the open conversation. Its component is loaded beforehand: a browser that prints does not
 * wait.
 */
export function PrintedChatPlace(props: Omit<PrintedChatProps, 'extent'>) {
  const [Printed, setPrinted] = useState<ComponentType<PrintedChatProps> | null>(null);
  const printing = usePrinting();

  useEffect(() => onceOpen(() => void fetchPrinted().then((printed) => setPrinted(() => printed))), []);

  return printing && Printed !== null ? <Printed {...props} extent="loaded" /> : null;
}
