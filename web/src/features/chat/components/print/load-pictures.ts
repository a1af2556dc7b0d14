import { pause } from '../../../../lib/pause.ts';
import { createPace } from '../../model/pace.ts';

/** Max pictures that load at the same time. */
const lanes = 4;

/** Fewer than the calls that a person may make in a minute: their other windows need some, too. */
const calm = { atOnce: 150, pause: 200 };

/** Max tries for a picture that the server is not ready to give. */
const mostTries = 10;

/** Milliseconds until the next try, unless the server names a later time. */
const shortWait = 2000;

export interface PicturesSoFar {
  readonly done: number;
  /** How many of these could not be loaded. */
  readonly missing: number;
  readonly of: number;
}

/** 'away' once a picture was given up because no answer came; 'here' again with the next answer. */
interface Network {
  state: 'here' | 'away';
}

interface Loading {
  /** Ends it, and releases the pictures. */
  readonly signal: AbortSignal;
  readonly onProgress: (soFar: PicturesSoFar) => void;
}

/**
 * Loads pictures with an address in `data-src`, a few at a time. Each one is a call, and a chat may have more pictures
 * than the limit on calls allows, so they wait when the server says so. Once the network proves to be away, each one is
 * tried only once. Throws when the signal is aborted.
 */
export async function loadPictures(pictures: readonly HTMLImageElement[], { signal, onProgress }: Loading) {
  const pace = createPace(calm);
  const network: Network = { state: 'here' };
  const left = pictures.values();
  let soFar: PicturesSoFar = { done: 0, missing: 0, of: pictures.length };

  async function load() {
    for (const picture of left) {
      // Calls that do not arrive are no burden for the server.
      if (network.state === 'here') await pause(pace(performance.now()), signal);
      const found = await loadPicture(picture, network, signal);
      soFar = { ...soFar, done: soFar.done + 1, missing: soFar.missing + (found ? 0 : 1) };
      onProgress(soFar);
    }
  }

  onProgress(soFar);
  await Promise.all(Array.from({ length: lanes }, load));
}

/** Returns whether the picture is there. */
async function loadPicture(picture: HTMLImageElement, network: Network, signal: AbortSignal): Promise<boolean> {
  for (let tries = 1; ; tries += 1) {
    const answer = await ask(picture.dataset['src'] ?? '', signal);
    if (answer !== 'none') network.state = 'here';
    else if (tries === mostTries) network.state = 'away';
    if (answer !== 'none' && 'file' in answer) return show(picture, answer.file, signal);
    const wait = answer === 'none' ? shortWait : answer.wait;
    if (wait === 0 || tries === mostTries || network.state === 'away') return false;
    await pause(wait, signal);
  }
}

/** The file, or the milliseconds after which to ask again (0 for never); 'none' if no answer came. */
async function ask(address: string, signal: AbortSignal): Promise<{ file: Blob } | { wait: number } | 'none'> {
  try {
    const answer = await fetch(address, { signal });
    if (answer.status === 200) return { file: await answer.blob() };
    const seconds = Number(answer.headers.get('Retry-After') ?? 0);
    const wait = Number.isFinite(seconds) ? seconds * 1000 : 0;
    return { wait: answer.status >= 500 ? Math.max(wait, shortWait) : wait };
  } catch {
    signal.throwIfAborted();
    return 'none';
  }
}

/** Resolves when the picture has loaded or proves to be broken: a browser that prints does not wait for pictures. */
function show(picture: HTMLImageElement, file: Blob, signal: AbortSignal): Promise<boolean> {
  const address = URL.createObjectURL(file);
  signal.addEventListener('abort', () => URL.revokeObjectURL(address));
  return new Promise((resolve) => {
    picture.addEventListener('load', () => resolve(true));
    picture.addEventListener('error', () => resolve(false));
    picture.src = address;
  });
}
