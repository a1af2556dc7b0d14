import type { PointerEvent } from 'react';
import { fitting, type Point, type Zoom, zoomBy } from '../../../model/zoom.ts';

/** px: what still counts as a tap. */
const tapMoves = 10;

export const distance = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y);

/** The fingers on a picture, and what they have done since the last one came or went. */
export class Grip {
  readonly #fingers = new Map<number, Point>();
  #start = { ...middleOf([]), zoom: fitting };
  /** More than a tap does; so it stays until all have gone. */
  moved = false;
  touch = false;
  /** When it began, as events tell the time. */
  time = 0;

  get count() {
    return this.#fingers.size;
  }

  holds(event: PointerEvent): boolean {
    return this.#fingers.has(event.pointerId);
  }

  put(event: PointerEvent, point: Point) {
    this.#fingers.set(event.pointerId, point);
    if (distance(this.#now().middle, this.#start.middle) >= tapMoves) this.moved = true;
  }

  lift(event: PointerEvent): boolean {
    return this.#fingers.delete(event.pointerId);
  }

  /** From here on it is counted how far they go. */
  begin(event: PointerEvent, zoom: Zoom, moved: boolean) {
    this.#start = { ...this.#now(), zoom };
    this.moved = moved;
    this.touch = event.pointerType === 'touch';
    this.time = event.timeStamp;
  }

  /** How far they have gone, and how that leaves the picture. */
  travelled(): { way: Point; zoom: Zoom } {
    const { middle, spread } = this.#now();
    const from = this.#start;
    const way = { x: middle.x - from.middle.x, y: middle.y - from.middle.y };
    const zoom = this.count > 1 ? zoomBy(from.zoom, spread / from.spread, from.middle) : from.zoom;
    return { way, zoom: { ...zoom, x: zoom.x + way.x, y: zoom.y + way.y } };
  }

  #now() {
    return middleOf([...this.#fingers.values()]);
  }
}

/** The middle of the fingers, and how far they are apart. */
function middleOf(fingers: readonly Point[]) {
  const [one = { x: 0, y: 0 }, other = one] = fingers;
  return { middle: { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 }, spread: distance(one, other) || 1 };
}
