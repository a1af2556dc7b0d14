import type { KeyboardEvent } from 'react';
import { isComposing } from '../../../../lib/is-composing.ts';

/** Arrow keys move between a search box and its results, and from result to result. Enter follows the link itself. */
export function arrowKeys(event: KeyboardEvent<HTMLElement>) {
  // The list of chats handles its own keys.
  if (event.defaultPrevented) return;
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || isComposing(event)) return;
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input[type=search], a[href]')];
  const index = stops.findIndex((stop) => stop === event.target);
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (index < 0 || by === undefined) return;
  event.preventDefault();
  stops[index + by]?.focus();
}
