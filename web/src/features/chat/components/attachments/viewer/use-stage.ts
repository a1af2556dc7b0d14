import { useRef, useState, type CSSProperties } from 'react';
import { fitting, keepInStage, zoomBy, type Point, type Zoom } from '../../../model/zoom.ts';
import { useFingers, type Swipes } from './use-fingers.ts';

const factor = 1.5;
/** The scale after a double click or double tap. */
const closeUp = 2.5;

/** The state of the stage, and the actions on it. */
export type Stage = Omit<ReturnType<typeof useStage>, 'ref' | 'frame'>;

/** The position of a picture on its stage, and the actions that move it. Another `id` starts at the fitting size. */
export function useStage(id: string | undefined, swipes: Swipes) {
  const ref = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const [kept, setKept] = useState<{ id: string | undefined; zoom: Zoom }>({ id, zoom: fitting });
  const zoom = kept.id === id ? kept.zoom : fitting;

  function put(next: Zoom) {
    if (ref.current === null || frame.current === null) return;
    const picture = { width: frame.current.offsetWidth, height: frame.current.offsetHeight };
    const stage = { width: ref.current.clientWidth, height: ref.current.clientHeight };
    setKept({ id, zoom: keepInStage(next, picture, stage) });
  }

  /** From the stage's middle, in px. */
  function pointOf({ clientX, clientY }: { clientX: number; clientY: number }): Point {
    const box = ref.current?.getBoundingClientRect() ?? new DOMRect();
    return { x: clientX - box.x - box.width / 2, y: clientY - box.y - box.height / 2 };
  }

  const zoomAt = (by: number, point?: Point) => put(zoomBy(zoom, by, point));
  const toggle = (point: Point) => (zoom.scale > 1 ? put(fitting) : zoomAt(closeUp, point));
  const fingers = useFingers({ zoom, put, pointOf, toggle, swipes });

  const { x, y } = fingers.drag ?? zoom;
  const style: CSSProperties = { transform: `translate(${x}px, ${y}px) scale(${zoom.scale})` };
  return {
    ref,
    frame,
    zoom,
    style,
    moving: fingers.moving,
    // An enlarged picture needs a larger file.
    sizes: zoom.scale > 2 ? '400vw' : zoom.scale > 1 ? '200vw' : '100vw',
    zoomIn: () => zoomAt(factor),
    zoomOut: () => zoomAt(1 / factor),
    fit: () => put(fitting),
    moveBy: (by: Point) => put({ ...zoom, x: zoom.x + by.x, y: zoom.y + by.y }),
    onWheel: (event: WheelEvent) =>
      zoomAt(Math.exp(-event.deltaY * (event.deltaMode === 0 ? 0.002 : 0.05)), pointOf(event)),
    pinch: (by: number, at: { clientX: number; clientY: number }) => zoomAt(by, pointOf(at)),
    handlers: fingers.handlers,
  };
}
