import type { KeyboardEvent } from 'react';

const opens = ({ key, shiftKey }: KeyboardEvent) =>
  key === 'Enter' || key === ' ' || key === 'ContextMenu' || (key === 'F10' && shiftKey);

/** The message above or below, if it is on the page. */
function neighbour(from: HTMLElement, step: number): HTMLElement | undefined {
  const all = [...(from.closest('[role=log]')?.querySelectorAll<HTMLElement>('article') ?? [])];
  return all[all.indexOf(from) + step];
}

/** Arrow keys move from message to message; Enter, the menu key and Shift+F10 open a message's menu. */
export function onMessageKey(event: KeyboardEvent<HTMLElement>, openMenu: (() => void) | undefined) {
  if (event.target !== event.currentTarget || event.altKey || event.ctrlKey || event.metaKey) return;
  if (opens(event) && openMenu !== undefined) {
    event.preventDefault();
    openMenu();
  }
  const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  if (step === undefined) return;
  event.preventDefault();
  neighbour(event.currentTarget, step)?.focus();
}
