import { useRef, useState, type MouseEvent, type PointerEvent } from 'react';
import { swipeOf, type Point, type Zoom } from '../../../model/zoom.ts';
import { distance, Grip } from './grip.ts';

export type Swipes = Record<'previous' | 'next' | 'close', () => void>;

interface FingersOptions {
  readonly zoom: Zoom;
  put(zoom: Zoom): void;
  pointOf(event: { clientX: number; clientY: number }): Point;
  toggle(point: Point): void;
  readonly swipes: Swipes;
}

/** Milliseconds and px: the limits of a tap, and of a second tap after it. */
const tapTime = 300;
const tapsApart = 32;

/**
 * One finger or the mouse moves the picture, two fingers pinch, a double tap zooms; if the picture fits, one finger
 * swipes to the next.
 */
export function useFingers({ zoom, put, pointOf, toggle, swipes }: FingersOptions) {
  const [grip] = useState(() => new Grip());
  const tap = useTwoTaps(toggle);
  const [drag, setDrag] = useState<Point | null>(null);
  const [moving, setMoving] = useState(false);

  function letGo() {
    setMoving(false);
    setDrag(null);
  }

  const handlers = {
    onPointerDown(event: PointerEvent) {
      if (event.button !== 0) return;
      grip.put(event, pointOf(event));
      grip.begin(event, zoom, grip.count > 1);
      if (grip.count > 1) setDrag(null);
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      if (!grip.holds(event)) return;
      grip.put(event, pointOf(event));
      if (!grip.moved) return;
      // Not earlier: once a pointer is captured, its click goes to the stage, no matter what was clicked.
      event.currentTarget.setPointerCapture(event.pointerId);
      setMoving(true);
      const { way, zoom: next } = grip.travelled();
      if (next.scale > 1 || grip.count > 1) put(next);
      else if (event.pointerType === 'touch') setDrag(way);
    },
    onPointerUp(event: PointerEvent) {
      if (!grip.lift(event)) return;
      const { moved, time } = grip;
      grip.begin(event, zoom, moved || grip.count > 0);
      if (grip.count > 0) return;
      letGo();
      const swipe = drag === null ? null : swipeOf(drag);
      if (swipe !== null) swipes[swipe]();
      if (event.pointerType === 'touch' && !moved && event.timeStamp - time < tapTime) tap(event, pointOf(event));
    },
    onPointerCancel(event: PointerEvent) {
      grip.lift(event);
      grip.begin(event, zoom, true);
      letGo();
    },
    onClick(event: MouseEvent) {
      // A tap beside the picture.
      if (event.target === event.currentTarget && !grip.moved) swipes.close();
    },
    onDoubleClick(event: MouseEvent) {
      if (!grip.touch) toggle(pointOf(event));
    },
  };
  return { drag, moving, handlers };
}

/** Detects double taps: not every phone turns two taps into a double click. */
function useTwoTaps(onSecond: (point: Point) => void) {
  const last = useRef({ time: -Infinity, x: 0, y: 0 });
  return ({ timeStamp: time }: PointerEvent, point: Point) => {
    const second = time - last.current.time < tapTime && distance(point, last.current) < tapsApart;
    last.current = { ...point, time: second ? -Infinity : time };
    if (second) onSecond(point);
  };
}
