import { useEffect, useRef, type MouseEvent, type PointerEvent, type TouchEvent } from 'react';

/** A finger is never quite still. */
const tremor = 10;

/**
 * Calls when a finger or a pen has rested for so many milliseconds; a mouse only where there is nothing to select with it.
 * Scrolling, moving away and a second finger end it, and the lifting of the finger presses nothing.
 */
export function useLongPress(onLongPress: (target: EventTarget) => void, after: number, byMouse = false) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const start = useRef({ x: 0, y: 0 });
  const pressed = useRef(false);
  const end = () => clearTimeout(timer.current);

  useEffect(() => () => clearTimeout(timer.current), []);

  return {
    onPointerDown(event: PointerEvent) {
      end();
      pressed.current = false;
      if (!event.isPrimary || event.button !== 0 || (event.pointerType === 'mouse' && !byMouse)) return;
      const { target } = event;
      start.current = { x: event.clientX, y: event.clientY };
      timer.current = setTimeout(() => {
        pressed.current = true;
        onLongPress(target);
      }, after);
    },
    onPointerMove(event: PointerEvent) {
      if (Math.hypot(event.clientX - start.current.x, event.clientY - start.current.y) > tremor) end();
    },
    onPointerUp: end,
    onPointerCancel: end,
    onTouchEnd(event: TouchEvent) {
      if (pressed.current && event.cancelable) event.preventDefault();
    },
    onClickCapture(event: MouseEvent) {
      if (!pressed.current) return;
      pressed.current = false;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}
