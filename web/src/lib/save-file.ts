import { whileBytesCome } from './api/while-bytes-come.ts';
import { personNow, session } from './session/session.ts';
import { isStandaloneOnApple } from './standalone.ts';
import { texts } from './texts.ts';
import { toast } from './toast.ts';
import { unsavedDuring } from './unsaved.ts';

/** Milliseconds. */
const untilRead = 60_000;
const untilPressed = 60_000;
/** Milliseconds without a byte. */
const patience = 20_000;

/** Files that arrived too late after a press, by what was pressed. */
const kept = new Map<string, File>();

/** The addresses of files that are on their way. */
const coming = new Set<string>();

// One person's files must not reach the next one.
session.subscribe(() => kept.clear());

/**
 * Puts a file among the person's downloads. An app on an iPhone's home screen has none: it would open the file in place of
 * itself, without a way back. There, the share sheet saves it, which is allowed only shortly after a press: a file that
 * took longer is kept for the next press of the same control. A file that comes when the session is over is dropped.
 */
export async function saveFile(pressed: string, fetched: () => Promise<File | undefined>): Promise<void> {
  const person = personNow();
  const file = kept.get(pressed) ?? (await fetched());
  kept.delete(pressed);
  if (file === undefined || personNow() !== person) return;
  if (!isStandaloneOnApple() || !('canShare' in navigator) || !navigator.canShare({ files: [file] }))
    return saveByLink(file);
  try {
    await navigator.share({ files: [file] });
  } catch (failure) {
    const name = failure instanceof DOMException ? failure.name : '';
    // The person has changed their mind, or a share sheet is open already.
    if (name === 'AbortError' || name === 'InvalidStateError') return;
    if (name !== 'NotAllowedError') throw failure;
    kept.set(pressed, file);
    setTimeout(() => kept.delete(pressed), untilPressed);
    toast.say(texts.pressAgain);
  }
}

/** Saves what a link to one of our files leads to. Does nothing while the file is still on its way from an earlier press. */
export const saveLinked = (address: string): Promise<void> =>
  saveFile(address, async () => {
    if (coming.has(address)) return undefined;
    coming.add(address);
    const told = toast.loading(texts.fileComes);
    try {
      return await unsavedDuring(fetchLinked(address));
    } finally {
      toast.dismiss(told);
      coming.delete(address);
    }
  });

async function fetchLinked(address: string): Promise<File> {
  const response = await whileBytesCome((signal) => fetch(address, { signal }), patience, undefined);
  const file = response.ok ? await fileOf(response) : undefined;
  if (file === undefined) throw new Error(`no file but ${response.status} from ${address}`);
  return file;
}

/** The file in an answer, with the name that the server gives it; none if something else has answered. */
export async function fileOf(response: Response): Promise<File | undefined> {
  const disposition = response.headers.get('Content-Disposition');
  if (disposition === null) return undefined;
  const content = await response.blob();
  return new File([content], fileNameIn(disposition), { type: content.type });
}

function fileNameIn(disposition: string): string {
  const extended = /filename\*=UTF-8''([^;]+)/.exec(disposition)?.[1];
  if (extended !== undefined) return decodeURIComponent(extended);
  return /filename="([^"]+)"/.exec(disposition)?.[1] ?? 'koinonia';
}

function saveByLink(file: File) {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = file.name;
  link.click();
  // The browser reads the file after the click has returned.
  setTimeout(() => URL.revokeObjectURL(address), untilRead);
}
