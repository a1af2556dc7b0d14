/** How a picture stands on its stage: how many times its fitting size, and how far its middle is from the stage's, in px. */
export interface Zoom {
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

export const fitting: Zoom = { scale: 1, x: 0, y: 0 };
export const largestScale = 8;

const between = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value));

/** Nothing of the stage stays empty that the picture could fill, and what is smaller than the stage stays in its middle. */
export function keepInStage({ scale, x, y }: Zoom, picture: Size, stage: Size): Zoom {
  const roomX = Math.max(0, (picture.width * scale - stage.width) / 2);
  const roomY = Math.max(0, (picture.height * scale - stage.height) / 2);
  // `+ 0`: minus nothing is nothing.
  return { scale, x: between(x, -roomX, roomX) + 0, y: between(y, -roomY, roomY) + 0 };
}

/** Grows or shrinks; what is under `point` (px from the middle of the stage) stays there. */
export function zoomBy(zoom: Zoom, factor: number, point: Point = { x: 0, y: 0 }): Zoom {
  const scale = between(zoom.scale * factor, 1, largestScale);
  const change = scale / zoom.scale;
  return { scale, x: point.x - (point.x - zoom.x) * change, y: point.y - (point.y - zoom.y) * change };
}

/** What a finger meant that went so far (px) from where it touched a picture that fits. */
export function swipeOf({ x, y }: Point): 'previous' | 'next' | 'close' | null {
  if (Math.abs(x) > 56 && Math.abs(x) > 1.5 * Math.abs(y)) return x > 0 ? 'previous' : 'next';
  return y > 96 && y > 1.5 * Math.abs(x) ? 'close' : null;
}
