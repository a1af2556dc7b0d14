import { lazy, Suspense, useSyncExternalStore } from 'react';
import type { Directory } from '../../../../../lib/people.ts';
import { useChatParts } from '../../../chat-context.tsx';

const PictureDialog = lazy(() => import('./picture-dialog.tsx').then((module) => ({ default: module.PictureDialog })));

/** Shows a picture in full, over the whole page. */
export function PictureViewerPlace({ directory }: { directory: Directory }) {
  const { viewer } = useChatParts();
  const viewed = useSyncExternalStore(viewer.subscribe, viewer.viewed);
  if (viewed === null) return null;
  return (
    <Suspense fallback={null}>
      <PictureDialog viewed={viewed} directory={directory} onMove={viewer.move} onClose={viewer.close} />
    </Suspense>
  );
}
