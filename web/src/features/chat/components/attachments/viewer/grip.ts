import type { PointerEvent } from 'react';
import { fitting, type Point, type Zoom, zoomBy } from '../../../model/zoom.ts';

/** Px: the max movement of a tap. */
const tapMoves = 10;

export const distance = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y);

/** The fingers on a picture, and their movement since the last finger came or went. */
export class Grip {
  readonly #fingers = new Map<number, Point>();
  #start = { ...middleOf([]), zoom: fitting };
  /** They have moved more than a tap does; stays true until all fingers are lifted. */
  moved = false;
  touch = false;
  /** The event time at which the gesture began. */
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

  /** Measures the movement from here on. */
  begin(event: PointerEvent, zoom: Zoom, moved: boolean) {
    this.#start = { ...this.#now(), zoom };
    this.moved = moved;
    this.touch = event.pointerType === 'touch';
    this.time = event.timeStamp;
  }

  /** The distance moved, and the zoom that follows from it. */
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

/** The centre of the fingers, and the distance between them. */
function middleOf(fingers: readonly Point[]) {
  const [one = { x: 0, y: 0 }, other = one] = fingers;
  return { middle: { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 }, spread: distance(one, other) || 1 };
}
