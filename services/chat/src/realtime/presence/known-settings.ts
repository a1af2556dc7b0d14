import type { ChatSettings } from '@koinonia/contracts/chat-settings.ts';
import type { Connections } from '../sockets/connections.ts';

const readAgainAfter = 10_000;

/** The settings of everyone connected to this node, as far as they have been read. */
export interface KnownSettings {
  of(uid: string): ChatSettings | undefined;
  /** They have changed: forgets them, so that `learn` reads them again. */
  changed(uid: string): void;
  /** Reads what is not known yet. */
  learn(): Promise<void>;
}

export type ReadSettings = (people: readonly string[]) => Promise<ReadonlyMap<string, ChatSettings>>;

export function createKnownSettings(
  read: ReadSettings,
  connections: Pick<Connections, 'people' | 'has'>,
): KnownSettings {
  const known = new Map<string, ChatSettings>();
  /** For each read that is under way, the people whose settings have changed since it began. */
  const readings = new Set<Set<string>>();
  let allReadAt = performance.now();

  async function learnOf(people: readonly string[]): Promise<void> {
    const changed = new Set<string>();
    readings.add(changed);
    try {
      for (const [uid, shown] of await read(people)) if (!changed.has(uid)) known.set(uid, shown);
    } finally {
      readings.delete(changed);
    }
  }

  return {
    of: (uid) => known.get(uid),
    changed(uid) {
      known.delete(uid);
      for (const changed of readings) changed.add(uid);
    },
    /**
     * Asks for all newcomers in one query: after a fault everyone comes back at once. Now and then asks for everyone, because
     * the bus may have lost a change.
     */
    async learn() {
      const isForAll = performance.now() - allReadAt > readAgainAfter;
      const unknown = connections.people().filter((uid) => isForAll || !known.has(uid));
      if (unknown.length > 0) await learnOf(unknown);
      if (isForAll) allReadAt = performance.now();
      known.forEach((_, uid) => {
        if (!connections.has(uid)) known.delete(uid);
      });
    },
  };
}
