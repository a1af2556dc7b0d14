import type { KeyboardEvent } from 'react';
import type { Stage } from './use-stage.ts';

/** Px that an arrow key moves an enlarged picture. */
const step = 80;

/** Left and right go to another picture; with Shift, or up and down, arrows move an enlarged one; `+`, `-` and `0` zoom. */
export function viewerKeys({ zoomIn, zoomOut, fit, moveBy }: Stage, onMove: (by: 1 | -1) => void) {
  const keys: Record<string, () => void> = {
    ArrowLeft: () => onMove(-1),
    ArrowRight: () => onMove(1),
    ArrowUp: () => moveBy({ x: 0, y: step }),
    ArrowDown: () => moveBy({ x: 0, y: -step }),
    '+': zoomIn,
    '=': zoomIn,
    '-': zoomOut,
    '0': fit,
  };
  const shifted: Record<string, () => void> = {
    ArrowLeft: () => moveBy({ x: step, y: 0 }),
    ArrowRight: () => moveBy({ x: -step, y: 0 }),
  };

  return (event: KeyboardEvent) => {
    // Ctrl and + belong to the browser's own zoom.
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const act = (event.shiftKey ? shifted[event.key] : undefined) ?? keys[event.key];
    if (act === undefined) return;
    event.preventDefault();
    act();
  };
}
