/** A picture's position on its stage: the scale relative to the fitting size, and the px between the two centres. */
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

/** Leaves no part of the stage empty that the picture could fill; a picture smaller than the stage is centred. */
export function keepInStage({ scale, x, y }: Zoom, picture: Size, stage: Size): Zoom {
  const roomX = Math.max(0, (picture.width * scale - stage.width) / 2);
  const roomY = Math.max(0, (picture.height * scale - stage.height) / 2);
  // `+ 0` turns -0 into 0.
  return { scale, x: between(x, -roomX, roomX) + 0, y: between(y, -roomY, roomY) + 0 };
}

/** Zooms in or out around `point` (px from the centre of the stage), which stays in place. */
export function zoomBy(zoom: Zoom, factor: number, point: Point = { x: 0, y: 0 }): Zoom {
  const scale = between(zoom.scale * factor, 1, largestScale);
  const change = scale / zoom.scale;
  return { scale, x: point.x - (point.x - zoom.x) * change, y: point.y - (point.y - zoom.y) * change };
}

/** The meaning of a one-finger movement (in px) that began on a picture that fits. */
export function swipeOf({ x, y }: Point): 'previous' | 'next' | 'close' | null {
  if (Math.abs(x) > 56 && Math.abs(x) > 1.5 * Math.abs(y)) return x > 0 ? 'previous' : 'next';
  return y > 96 && y > 1.5 * Math.abs(x) ? 'close' : null;
}
