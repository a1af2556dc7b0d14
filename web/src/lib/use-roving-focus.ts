import { useState, type FocusEvent, type KeyboardEvent, type RefObject } from 'react';

/** How far each key moves in a list. */
const steps: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: 8,
  PageUp: -8,
  Home: -Infinity,
  End: Infinity,
};

/**
 * A roving tab index: a long list is one Tab stop, with arrow keys inside. Entries carry `data-roving`, their id; the
 * first link of an entry takes the focus. `current` is the id of the Tab stop: `preferred` until somebody has moved.
 */
export function useRovingFocus(list: RefObject<HTMLElement | null>, ids: readonly string[], preferred?: string) {
  const [last, setLast] = useState<string | undefined>(undefined);
  const current = [last, preferred].find((id) => id !== undefined && ids.includes(id)) ?? ids[0];
  const idOf = (target: EventTarget) =>
    target instanceof Element ? target.closest<HTMLElement>('[data-roving]')?.dataset['roving'] : undefined;

  return {
    current,
    handlers: {
      onFocus: (event: FocusEvent) => setLast(idOf(event.target)),
      onKeyDown(event: KeyboardEvent) {
        const step = steps[event.key];
        const from = ids.indexOf(idOf(event.target) ?? '');
        if (step === undefined || from < 0 || event.altKey || event.ctrlKey || event.metaKey) return;
        event.preventDefault();
        const to = Math.min(ids.length - 1, Math.max(0, from + step));
        list.current?.querySelectorAll<HTMLElement>('[data-roving] > a')[to]?.focus();
      },
    },
  };
}
