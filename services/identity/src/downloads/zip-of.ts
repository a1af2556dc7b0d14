import { PassThrough, Readable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import type { ErrorCode } from '@koinonia/contracts/errors.ts';
import { AppError } from '@koinonia/kit/errors.ts';
import { ZipFile } from 'yazl';
import type { IdentityContext } from '../context.ts';
import type { OwnData } from '../own-data/present.ts';
import { selectPeople } from '../people/queries.ts';
import { type Html, pageEnd, pageTop } from './html.ts';
import { fileInPage, firstPage, type ListedChat, messageInPage, type PlacesOfFiles } from './pages.ts';
import { placeOfChat, placeOfFile } from './places.ts';
import { type Sources, sourcesOf } from './sources.ts';

type ZipContext = Pick<IdentityContext, 'db' | 'chat' | 'media'>;
type OwnChats = Awaited<ReturnType<Sources['chats']>>;

/**
 * Everything that is stored about a person, as a zip. It is produced as fast as it is read, one entry after another, with
 * only one page in memory, and the names of the files. A failure in the middle ends the stream with an error: a partial zip
 * must not look complete.
 */
export function zipOf(context: ZipContext, own: OwnData, chats: OwnChats): Readable {
  const zip = new ZipFile();
  const out = new PassThrough();
  const ended = new AbortController();
  // The reader may disconnect at any time; then nothing more is requested from the services.
  out.once('close', () => ended.abort());
  const packed = pipeline(zip.outputStream, out);
  zip.once('error', (error: Error) => out.destroy(error));
  packed.catch(() => {});
  fill(packerFor(zip, ended.signal), context, own, chats).then(
    () => zip.end(),
    (error: Error) => void out.destroy(error),
  );
  return out;
}

interface Packer {
  /** Adds an entry and waits until it has been read. Most files are compressed already. */
  add(place: string, content: Readable, options?: { compress: boolean }): Promise<void>;
  text(place: string, parts: AsyncIterable<string> | Iterable<string>): Promise<void>;
}

function packerFor(zip: ZipFile, signal: AbortSignal): Packer {
  async function add(place: string, content: Readable, { compress } = { compress: true }) {
    // A file of another service fails when it is destroyed before its end; where nobody listens, that ends the process.
    content.on('error', () => {});
    try {
      signal.throwIfAborted();
      zip.addReadStream(content, place, { compress });
      await finished(content, { signal });
    } finally {
      content.destroy();
    }
  }
  return { add, text: (place, parts) => add(place, Readable.from(buffersOf(parts), { objectMode: false })) };
}

const enough = 64 * 1024;

/** Joins small pieces into larger ones: one chunk per message would cost more than the message. */
async function* buffersOf(parts: AsyncIterable<string> | Iterable<string>): AsyncGenerator<Buffer> {
  let held: string[] = [];
  let length = 0;
  for await (const part of parts) {
    held.push(part);
    length += part.length;
    if (length < enough) continue;
    yield Buffer.from(held.join(''));
    [held, length] = [[], 0];
  }
  yield Buffer.from(held.join(''));
}

async function fill(packer: Packer, context: ZipContext, own: OwnData, { chats, settings }: OwnChats) {
  const sources = sourcesOf(context, own.profile.uid);
  const listed = await withTitles(context, chats);

  await packer.text('Start here.html', [firstPage(own, listed).text]);
  const { exportedAt: _, profile, acts, ...others } = own;
  const small = { profile: { ...profile, settings }, ...others, activity: acts, chats: listed };
  for (const [name, value] of Object.entries(small)) await packer.text(`data/${name}.json`, [asJson(value)]);
  await packer.text('data/messages.json', jsonArray(allMessages(sources, listed)));
  await packer.text('data/reactions.json', jsonArray(sources.reactions()));
  await packer.text('data/files.json', jsonArray(sources.files()));
  // The files before the pages, which link only to those that are there.
  const places = await addFiles(packer, sources);
  for (const { id, place, title } of listed) {
    await packer.text(
      place,
      page(title, sources.messages(id), (message) => messageInPage(message, places)),
    );
  }
  await packer.text(
    'files.html',
    page('Files that you sent', sources.files(), (file) => fileInPage(file, places)),
  );
}

async function withTitles({ db }: ZipContext, chats: OwnChats['chats']) {
  const others = chats.flatMap(({ other }) => other ?? []);
  const names = new Map((await selectPeople(db, others)).map(({ id, display_name: name }) => [id, name]));
  return chats.map((chat, index): ListedChat => {
    const title = chat.isGroup ? (chat.name ?? 'Group Chat') : ((chat.other && names.get(chat.other)) ?? 'Direct Chat');
    return { ...chat, title, place: placeOfChat(chat, index + 1, title) };
  });
}

async function* allMessages(sources: Sources, chats: readonly ListedChat[]) {
  for (const { id, messages } of chats) if (messages > 0) yield* sources.messages(id);
}

/**
 * Leaves out images that could not be processed, files that are deleted meanwhile, and those that media cannot begin to
 * read though its store is there. Returns the places of the others.
 */
async function addFiles(packer: Packer, sources: Sources): Promise<PlacesOfFiles> {
  const places = new Map<string, string>();
  for await (const file of sources.files()) {
    const content = file.readable ? await sources.openFile(file.id).catch(noneIfUnreadable) : null;
    if (!content) continue;
    const place = placeOfFile(file);
    await packer.add(place, content, { compress: !isPacked(file.contentType) });
    places.set(file.id, place);
  }
  return places;
}

const unreadable: readonly ErrorCode[] = ['not_found', 'internal'];

function noneIfUnreadable(error: unknown): null {
  if (error instanceof AppError && unreadable.includes(error.code)) return null;
  throw error;
}

const isPacked = (contentType: string) => !/^text\/|json|xml|svg|bmp|wav/.test(contentType);

const asJson = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

async function* jsonArray(values: AsyncIterable<unknown>): AsyncGenerator<string> {
  let before = '[\n';
  for await (const value of values) {
    yield before + JSON.stringify(value);
    before = ',\n';
  }
  yield before === '[\n' ? '[]\n' : '\n]\n';
}

async function* page<Value>(title: string, values: AsyncIterable<Value>, show: (value: Value) => Html) {
  yield pageTop(title).text;
  for await (const value of values) yield show(value).text;
  yield pageEnd.text;
}
