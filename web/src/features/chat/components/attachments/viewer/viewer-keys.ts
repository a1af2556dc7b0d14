import type { KeyboardEvent } from 'react';
import type { Stage } from './use-stage.ts';

/** How far an arrow key moves an enlarged picture, in px. */
const step = 80;

/** Arrows lead to the next picture, and with Shift, or up and down, over an enlarged one; `+`, `-` and `0` enlarge. */
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
    // Ctrl and + is the browser's own zoom.
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const act = (event.shiftKey ? shifted[event.key] : undefined) ?? keys[event.key];
    if (act === undefined) return;
    event.preventDefault();
    act();
  };
}
