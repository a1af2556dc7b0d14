import { useEffect, useRef, type MouseEvent, type PointerEvent, type TouchEvent } from 'react';

/** Px: a finger is never quite still. */
const tremor = 10;

/**
 * Calls `onLongPress` when a finger, a pen or the main button of a mouse has rested for `after` ms. Scrolling, moving away,
 * such as to select text, and a second finger cancel it; lifting the finger afterwards does not click.
 */
export function useLongPress(onLongPress: () => void, after: number) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const start = useRef({ x: 0, y: 0 });
  const pressed = useRef(false);
  const end = () => clearTimeout(timer.current);

  useEffect(() => () => clearTimeout(timer.current), []);

  return {
    onPointerDown(event: PointerEvent) {
      end();
      pressed.current = false;
      if (!event.isPrimary || event.button !== 0) return;
      start.current = { x: event.clientX, y: event.clientY };
      timer.current = setTimeout(() => {
        pressed.current = true;
        onLongPress();
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
      // A click by keyboard: the finger was lifted over something else, such as a dialog that the press opened.
      if (event.detail === 0) return;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}

/** True for the browser's own event of a long press: it comes too early, so the hook's timer decides. */
export const isTouchMenu = ({ nativeEvent }: MouseEvent): boolean =>
  (nativeEvent as { pointerType?: string }).pointerType === 'touch';
