import { useEffect, useState } from 'react';
import { lazyPart } from '../../../../components/ui/lazy-part.tsx';
import { onceOpen } from '../../../../lib/once-open.ts';
import { usePrinting } from '../../../../lib/use-printing.ts';
import type { PrintedChatProps } from './printed-chat.tsx';

const PrintedChat = lazyPart(() => import('./printed-chat.tsx').then((module) => module.PrintedChat));

/**
 * Prints the loaded part of the open conversation. Its component is loaded beforehand: a browser that prints does not
 * wait. If it cannot be loaded, the page is printed as it is.
 */
export function PrintedChatPlace(props: Omit<PrintedChatProps, 'extent'>) {
  const [ready, setReady] = useState(false);
  const printing = usePrinting();

  useEffect(() => onceOpen(() => void PrintedChat.fetch().then(setReady)), []);

  return printing && ready ? <PrintedChat {...props} extent="loaded" /> : null;
}
