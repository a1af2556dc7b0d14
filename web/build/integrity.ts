import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Plugin } from 'vite';

/**
 * Adds a hash to each file that the service worker is to cache (decision 140): the browser then accepts nothing else as that
 * file. The plugin finds out where the build writes.
 */
export function integrity() {
  let folder = '';
  const plugin: Plugin = {
    name: 'integrity',
    apply: 'build',
    configResolved: ({ root, build }) => void (folder = resolve(root, build.outDir)),
  };
  const withHash = async <Entry extends { url: string }>(entry: Entry) => {
    const content = await readFile(join(folder, entry.url));
    return { ...entry, integrity: `sha384-${createHash('sha384').update(content).digest('base64')}` };
  };
  const ofAll = async <Entry extends { url: string }>(entries: Entry[]) => ({
    manifest: await Promise.all(entries.map(withHash)),
  });
  return { plugin, ofAll };
}
