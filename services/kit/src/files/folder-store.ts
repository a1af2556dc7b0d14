import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { type FileHandle, mkdir, open, opendir, readdir, rename, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { codeOf } from '../code-of.ts';
import { exactSize } from './exact-size.ts';
import { type ByteRange, checkName, checkPrefix, checkRange, type FileAbout, type FileStore } from './file-store.ts';
import { makeFolder } from './make-folder.ts';

/**
 * A stored file is one file on disk: a header of fixed length with its content type, then its bytes. One file, because
 * only a single file can be moved into place atomically.
 */
const headLength = 512;
const Head = z.object({ contentType: z.string() });

/** Parts of a name become folders. The file itself ends in a character that no name has, so `a` and `a/b` can coexist. */
const ending = '~';
const unfinished = '~unfinished';
/** Only the process's own user may enter. */
const ownFolder = 0o700;

/** Files in a folder of this machine. Several processes may use it at once. */
export async function createFolderStore(folder: string): Promise<FileStore> {
  const unfinishedFolder = join(folder, unfinished);
  await makeFolder(unfinishedFolder, ownFolder);
  await flushFolder(dirname(folder));
  await sweep(unfinishedFolder);

  function pathOf(name: string): string {
    checkName(name);
    return join(folder, ...name.split('/')) + ending;
  }

  return {
    async put(name, body, about) {
      const path = pathOf(name);
      const written = join(unfinishedFolder, randomUUID());
      try {
        await write(written, body, about);
        await moveTo(path, written);
        await flushFolders(folder, name);
      } catch (error) {
        await rm(written, { force: true });
        throw error;
      }
    },

    async get(name, range) {
      const file = await openFile(pathOf(name));
      if (!file) return null;
      try {
        return { about: file.about, body: readBody(file.handle, file.about.size, range) };
      } catch (error) {
        await file.handle.close();
        throw error;
      }
    },

    async delete(name) {
      const path = pathOf(name);
      await rm(path, { force: true });
      // Its name also says when something was uploaded. Another file, or one that is just being put there, keeps it.
      if (dirname(path) !== folder) await rmdir(dirname(path)).catch(() => {});
    },

    list: (prefix) => namesIn(folder, prefix),

    async ping() {
      await (await opendir(folder)).close();
    },
  };
}

/** Deletes the remains of puts that a crash cut short; files changed within the last hour may belong to another process. */
async function sweep(unfinishedFolder: string): Promise<void> {
  for (const name of await readdir(unfinishedFolder)) {
    const path = join(unfinishedFolder, name);
    const about = await stat(path).catch(unlessMissing);
    if (about && about.mtimeMs < Date.now() - 3_600_000) await rm(path, { force: true });
  }
}

/** Null for what is not there (any more): another process may move or delete it at any time. */
function unlessMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
  throw error;
}

/** The folder may be deleted with its last other file at the same moment. */
async function moveTo(path: string, written: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await mkdir(dirname(path), { recursive: true, mode: ownFolder });
      return await rename(written, path);
    } catch (error) {
      if (tries === 3 || codeOf(error) !== 'ENOENT') throw error;
    }
  }
}

async function write(path: string, body: Readable, about: FileAbout): Promise<void> {
  await pipeline(
    body,
    exactSize(about.size),
    async function* (bytes: AsyncIterable<Buffer>) {
      yield headOf(about);
      yield* bytes;
    },
    createWriteStream(path, { flush: true, mode: 0o600 }),
  );
}

function headOf({ contentType }: FileAbout): Buffer {
  const head = Buffer.from(JSON.stringify({ contentType }));
  if (head.length > headLength) throw new RangeError('the content type is too long');
  return Buffer.concat([head], headLength);
}

async function openFile(path: string): Promise<{ handle: FileHandle; about: FileAbout } | null> {
  const handle = await open(path, 'r').catch(unlessMissing);
  if (!handle) return null;
  try {
    const { size } = await handle.stat();
    // A fault of the disk: a file gets its name only when it is complete.
    if (size < headLength) throw new RangeError(`it ends after ${size} bytes, within its head`);
    const { buffer } = await handle.read(Buffer.alloc(headLength), 0, headLength, 0);
    const { contentType } = Head.parse(JSON.parse(buffer.toString().replace(/\0+$/, '')));
    return { handle, about: { contentType, size: size - headLength } };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

function readBody(handle: FileHandle, size: number, range: ByteRange | undefined): Readable {
  if (range) checkRange(range, size);
  const start = headLength + (range?.start ?? 0);
  return handle.createReadStream(range ? { start, end: headLength + range.end } : { start });
}

/**
 * A file that was moved into a folder is durable once the folder itself is synced, and a folder once its parent is: any of
 * these folders may be new, even if another put made it.
 */
async function flushFolders(folder: string, name: string): Promise<void> {
  const parts = name.split('/');
  while (parts.pop() !== undefined) await flushFolder(join(folder, ...parts));
}

async function flushFolder(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function* namesIn(folder: string, prefix: string): AsyncGenerator<string> {
  checkPrefix(prefix);
  // Only the folder of the prefix is walked, not the whole store.
  const within = join(folder, ...prefix.split('/').slice(0, -1));
  for await (const path of filesBelow(within)) {
    const name = relative(folder, path).split(sep).join('/').slice(0, -ending.length);
    if (name.startsWith(prefix)) yield name;
  }
}

async function* filesBelow(folder: string): AsyncGenerator<string> {
  const entries = await opendir(folder).catch(unlessMissing);
  if (!entries) return;
  for await (const entry of entries) {
    if (entry.name === unfinished) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesBelow(path);
    else if (entry.name.endsWith(ending)) yield path;
  }
}
