import type { MouseEvent } from 'react';
import { isStandaloneOnApple } from '../../lib/standalone.ts';
import { toast } from '../../lib/toast.ts';
import { texts } from './texts.ts';

/** For clicks on a link with `download`: an app on an iPhone's home screen would open the file in place of itself. */
export function saveLink(event: MouseEvent<HTMLAnchorElement>) {
  if (!isStandaloneOnApple()) return;
  event.preventDefault();
  const { href } = event.currentTarget;
  import('../../lib/save-file.ts').then(({ saveLinked }) => saveLinked(href)).catch(() => toast.error(texts.notOpened));
}
