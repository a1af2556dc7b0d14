import { once } from 'node:events';
import { addAbortSignal, Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { Decrypter, Encrypter } from 'age-encryption';
import * as tar from 'tar-stream';
import { BackupError } from './backup-error.ts';

export interface ArchiveWriter {
  add(name: string, content: Buffer): Promise<void>;
  /** Exactly `size` bytes. */
  addStream(name: string, content: AsyncIterable<Buffer>, about: ContentAbout): Promise<void>;
  /** Resolves when the output has accepted all of it. */
  end(): Promise<void>;
}

interface ContentAbout {
  readonly size: number;
  readonly pax: Record<string, string>;
}

export interface ArchiveEntry {
  readonly name: string;
  readonly size: number;
  readonly pax: Readonly<Record<string, string>>;
  readonly content: Readable;
}

/** Writes an archive as a stream, with only a few pieces in memory. `key`: encrypts it. `ending` gives it up. */
export function writeArchive(output: Writable, key: string | undefined, ending?: AbortSignal): ArchiveWriter {
  const pack = tar.pack();
  const written = compressAndSeal(Readable.from(pack), output, key, ending);
  // The error is reported to the caller that awaits the archive; until then, it must not count as unhandled.
  written.catch((error: Error) => pack.destroy(error));

  /** Null once the output has failed: the pack accepts no more entries then. */
  function entryWith(header: Pick<tar.Header, 'name' | 'size' | 'pax'>) {
    try {
      return pack.entry(header);
    } catch {
      return null;
    }
  }

  async function addStream(name: string, content: AsyncIterable<Buffer>, about: ContentAbout) {
    const entry = entryWith({ name, size: about.size, pax: about.pax });
    // An output that has failed accepts no more data, and its own error says why.
    await (entry ? Promise.race([copy(content, entry), written]) : written);
  }
  return {
    addStream,
    add: (name, content) => addStream(name, Readable.from([content]), { size: content.length, pax: {} }),
    async end() {
      pack.finalize();
      await written;
    },
  };
}

async function copy(content: AsyncIterable<Buffer>, entry: ReturnType<tar.Pack['entry']>): Promise<void> {
  // Awaited from the beginning, because an unhandled error ends the process.
  const finished = once(entry, 'finish');
  finished.catch(() => {});
  for await (const chunk of content) if (!entry.write(chunk)) await once(entry, 'drain');
  entry.end(undefined);
  await finished;
}

async function compressAndSeal(
  pack: Readable,
  output: Writable,
  key: string | undefined,
  signal?: AbortSignal,
): Promise<void> {
  // Pictures do not compress better at any level.
  const gzip = createGzip({ level: 4 });
  if (key === undefined) return pipeline(pack, gzip, output, { signal });
  const encrypter = new Encrypter();
  encrypter.setPassphrase(key);
  const sealed = await encrypter.encrypt(Readable.toWeb(gzip) as ReadableStream<Uint8Array>);
  await Promise.all([pipeline(pack, gzip), pipeline(Readable.fromWeb(sealed), output, { signal })]);
}

const ageBegins = 'age-encryption.org/v1';

type Header = tar.Header & { pax?: Record<string, string> | null };

/**
 * The entries of an archive, in order. An entry's content must be read before the next one is requested. Throws
 * `BackupError` for a file that is not a backup of ours, is truncated, or does not open with this key. `ending` gives up, even
 * while the input stalls.
 */
export async function* readArchive(
  input: Readable,
  key: string | undefined,
  ending?: AbortSignal,
): AsyncGenerator<ArchiveEntry> {
  if (ending) addAbortSignal(ending, input);
  const extract = tar.extract();
  const unpacked = unpack(await open(input, key), extract);
  try {
    for await (const entry of extract) {
      const { name, size, pax } = entry.header as Header;
      yield { name, size, pax: pax ?? {}, content: Readable.from(contentOf(entry)) };
    }
    await unpacked;
  } catch (error) {
    throw inPlainWords(error);
  } finally {
    input.destroy();
  }
}

async function* contentOf(entry: AsyncIterable<unknown>): AsyncGenerator {
  try {
    yield* entry;
  } catch (error) {
    throw inPlainWords(error);
  }
}

/** Passes on a failure through the stream, to the code that reads an entry or waits for the next one. */
async function unpack(sealed: Readable, extract: tar.Extract): Promise<void> {
  const gunzip = createGunzip();
  sealed.once('error', (error) => gunzip.destroy(error));
  try {
    for await (const chunk of sealed.pipe(gunzip) as AsyncIterable<Buffer>) {
      if (!extract.write(chunk)) await once(extract, 'drain');
    }
    extract.end(undefined);
  } catch (error) {
    extract.destroy(inPlainWords(error));
  }
}

async function open(input: Readable, key: string | undefined): Promise<Readable> {
  const encrypted = (await firstBytes(input)).toString('latin1').startsWith(ageBegins);
  if (!encrypted) return input;
  if (key === undefined)
    throw new BackupError('This backup is encrypted. Set BACKUP_KEY to the key that it was made with.');
  const decrypter = new Decrypter();
  decrypter.addPassphrase(key);
  try {
    return Readable.fromWeb((await decrypter.decrypt(Readable.toWeb(input) as ReadableStream<Uint8Array>)) as never);
  } catch (cause) {
    throw new BackupError('This backup was made with another BACKUP_KEY, or is damaged.', { cause });
  }
}

/** Reads the beginning of a stream, and puts it back. */
async function firstBytes(input: Readable): Promise<Buffer> {
  for (;;) {
    const chunk = input.read() as Buffer | null;
    if (chunk !== null) {
      input.unshift(chunk);
      return chunk;
    }
    if (input.readableEnded || input.destroyed) return Buffer.alloc(0);
    await Promise.race([once(input, 'readable'), once(input, 'end')]);
  }
}

/** Zlib, age and tar have many messages for damaged data; only failures to read are something else. */
function inPlainWords(error: unknown): Error {
  if (error instanceof BackupError || (error instanceof Error && 'syscall' in error)) return error;
  return new BackupError('This backup is incomplete: it is damaged or was cut short.', { cause: error });
}
