import { useRef, useState, type MouseEvent, type PointerEvent } from 'react';
import { swipeOf, zoomBy, type Point, type Zoom } from '../../../model/zoom.ts';

export type Swipes = Record<'previous' | 'next' | 'close', () => void>;

interface FingersOptions {
  readonly zoom: Zoom;
  put(zoom: Zoom): void;
  pointOf(event: { clientX: number; clientY: number }): Point;
  toggle(point: Point): void;
  readonly swipes: Swipes;
}

/** Milliseconds and px: what still counts as a tap, and as the second of two. */
const tapTime = 300;
const tapMoves = 10;
const tapsApart = 32;

const distance = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y);

/** The middle of the fingers, and how far they are apart. */
function gripOf(fingers: readonly Point[]) {
  const [one = { x: 0, y: 0 }, other = one] = fingers;
  return { middle: { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 }, spread: distance(one, other) || 1 };
}

/** One finger or the mouse moves, two pinch, two taps enlarge; on a picture that fits, one finger goes on to the next. */
export function useFingers({ zoom, put, pointOf, toggle, swipes }: FingersOptions) {
  const fingers = useRef(new Map<number, Point>());
  const start = useRef({ ...gripOf([]), zoom, time: 0, moved: false, touch: false });
  const lastTap = useRef({ time: -Infinity, x: 0, y: 0 });
  const [drag, setDrag] = useState<Point | null>(null);
  const [moving, setMoving] = useState(false);

  function grip(moved: boolean, { timeStamp: time, pointerType }: PointerEvent) {
    const touch = pointerType === 'touch';
    start.current = { ...gripOf([...fingers.current.values()]), zoom, time, moved, touch };
  }

  function onPointerDown(event: PointerEvent) {
    if (event.button !== 0) return;
    fingers.current.set(event.pointerId, pointOf(event));
    grip(fingers.current.size > 1, event);
    if (fingers.current.size > 1) setDrag(null);
  }

  function onPointerMove(event: PointerEvent<HTMLElement>) {
    if (!fingers.current.has(event.pointerId)) return;
    fingers.current.set(event.pointerId, pointOf(event));
    const now = gripOf([...fingers.current.values()]);
    const from = start.current;
    if (!from.moved && distance(now.middle, from.middle) < tapMoves) return;
    from.moved = true;
    // Only now: a captured pointer's click would be told to the stage, whatever was clicked.
    event.currentTarget.setPointerCapture(event.pointerId);
    setMoving(true);
    const way = { x: now.middle.x - from.middle.x, y: now.middle.y - from.middle.y };
    const pinched = fingers.current.size > 1 ? zoomBy(from.zoom, now.spread / from.spread, from.middle) : from.zoom;
    if (pinched.scale > 1 || fingers.current.size > 1) put({ ...pinched, x: pinched.x + way.x, y: pinched.y + way.y });
    else if (event.pointerType === 'touch') setDrag(way);
  }

  function onPointerUp(event: PointerEvent) {
    if (!fingers.current.delete(event.pointerId)) return;
    const { moved, time } = start.current;
    grip(moved || fingers.current.size > 0, event);
    if (fingers.current.size > 0) return;
    setMoving(false);
    setDrag(null);
    const swipe = drag === null ? null : swipeOf(drag);
    if (swipe !== null) swipes[swipe]();
    if (event.pointerType === 'touch' && !moved && event.timeStamp - time < tapTime) tap(event);
  }

  /** Told apart by hand: not every phone makes a double click of two taps. */
  function tap(event: PointerEvent) {
    const point = pointOf(event);
    const second = event.timeStamp - lastTap.current.time < tapTime && distance(point, lastTap.current) < tapsApart;
    lastTap.current = { ...point, time: second ? -Infinity : event.timeStamp };
    if (second) toggle(point);
  }

  function onPointerCancel(event: PointerEvent) {
    fingers.current.delete(event.pointerId);
    grip(true, event);
    setMoving(false);
    setDrag(null);
  }

  const handlers = {
    onPointerDown,
    onPointerMove,
    onPointerUp,
    onPointerCancel,
    onClick(event: MouseEvent) {
      // Beside the picture.
      if (event.target === event.currentTarget && !start.current.moved) swipes.close();
    },
    onDoubleClick(event: MouseEvent) {
      if (!start.current.touch) toggle(pointOf(event));
    },
  };
  return { drag, moving, handlers };
}
