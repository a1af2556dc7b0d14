import { useLayoutEffect, useSyncExternalStore } from 'react';
import { lazyPart } from '../../../../../components/ui/lazy-part.tsx';
import type { Directory } from '../../../../../lib/people.ts';
import { useChatParts } from '../../../chat-context.tsx';

const PictureViewerDialog = lazyPart(() =>
  import('./picture-viewer-dialog.tsx').then((module) => module.PictureViewerDialog),
);

/** Shows a picture in full, over the whole page, until the person navigates away. */
export function PictureViewerPlace({ directory }: { directory: Directory }) {
  const { viewer } = useChatParts();
  const viewed = useSyncExternalStore(viewer.subscribe, viewer.viewed);
  useLayoutEffect(() => viewer.close, [viewer]);
  if (viewed === null) return null;
  return <PictureViewerDialog viewed={viewed} directory={directory} onMove={viewer.move} onClose={viewer.close} />;
}
