import { getConfig, type PublicConfig } from '@koinonia/contracts/gateway.ts';
import { sendCall } from './api/send-call.ts';
import { createListeners } from './listeners.ts';

const storageKey = 'config';

function kept(): PublicConfig | null {
  try {
    return JSON.parse(localStorage.getItem(storageKey) ?? 'null') as PublicConfig | null;
  } catch {
    return null;
  }
}

let config = kept();
let isSettled = config !== null;
let asking: Promise<PublicConfig> | undefined;
const listeners = createListeners();

async function ask() {
  config = await sendCall(getConfig);
  try {
    localStorage.setItem(storageKey, JSON.stringify(config));
  } catch {
    // Storage is full or closed: the next start has to wait for the answer.
  }
  return config;
}

/** The public configuration, fetched once per page. Until the answer comes, `knownConfig` has the last one. */
export function publicConfig(): Promise<PublicConfig> {
  asking ??= ask()
    .catch((error: unknown) => {
      asking = undefined;
      throw error;
    })
    .finally(() => {
      isSettled = true;
      listeners.tell();
    });
  return asking;
}

/** What the page knows of it now, for components (use-public-config.ts). */
export const knownConfig = {
  subscribe(listener: () => void) {
    publicConfig().catch(() => undefined);
    return listeners.subscribe(listener);
  },
  snapshot: () => config,
  /** False on the very first visit, until the server has answered or cannot be reached. */
  isSettled: () => isSettled,
};
