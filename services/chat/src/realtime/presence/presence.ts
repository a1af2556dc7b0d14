import type { ChatSettings } from '@koinonia/contracts/chat-settings.ts';
import type { Bus } from '@koinonia/kit/bus/bus.ts';
import type { Logger } from '@koinonia/kit/observing/log.ts';
import { repeat } from '@koinonia/kit/work/repeat.ts';
import type { ChatDatabase } from '../../database/schema.ts';
import { selectSettings } from '../../settings/queries.ts';
import { type ChatSocket, enterRooms } from '../sockets/chat-socket.ts';
import type { Connections } from '../sockets/connections.ts';
import { createKnownSettings } from './known-settings.ts';
import { roomOfTyping } from '../rooms.ts';

/** Ms between looks: a page that is reloaded between two of them never appears to be away. */
const every = 2000;
const sayAgainAfter = 10_000;
const goneAfter = 60_000;

/** Who is online, as far as they show it. In memory only: each node tells the others who has a socket there. */
export interface Presence {
  /** The people among these who are online; nobody when the viewer does not show themselves. */
  among(viewer: string, people: ReadonlySet<string>): string[];
  /** The settings of a person with a socket at this node; undefined until they have been read. */
  settingsOf(uid: string): ChatSettings | undefined;
  /** Reads them unless they are known: a person who has just connected and opens a chat sees at once who is online. */
  learnSettingsOf(uid: string): Promise<void>;
  close(): Promise<void>;
}

interface Dependencies {
  db: ChatDatabase;
  bus: Bus;
  nodeId: string;
  connections: Connections;
  log: Logger;
}

export function startPresence({ db, bus, nodeId, connections, log }: Dependencies): Presence {
  const elsewhere = new Map<string, { people: ReadonlySet<string>; heardAt: number }>();
  const settings = createKnownSettings((people) => selectSettings(db, people), connections);
  let said = { people: new Set<string>(), at: -Infinity };
  const here = new Set<string>();

  bus.subscribe('peopleHere', ({ node, people }) => {
    if (node !== nodeId) elsewhere.set(node, { people: new Set(people), heardAt: performance.now() });
  });
  bus.subscribe('chatSettingsChanged', ({ uid }) => settings.changed(uid));

  const showsHere = (uid: string) => connections.has(uid) && settings.of(uid)?.presence === true;

  function sayWhoIsHere(): void {
    const people = connections.people().filter(showsHere);
    const isAsSaid = people.length === said.people.size && people.every((uid) => said.people.has(uid));
    if (isAsSaid && performance.now() - said.at <= sayAgainAfter) return;
    said = { people: isAsSaid ? said.people : new Set(people), at: performance.now() };
    void bus.publish('peopleHere', { node: nodeId, people });
  }

  async function look(closing: AbortSignal): Promise<void> {
    try {
      await settings.learn();
    } finally {
      // Also while the database is away, by the settings that are known: otherwise other nodes would consider this one gone.
      // But its farewell must be the last that other nodes hear from this one.
      if (!closing.aborted) compare();
    }
  }

  function compare(): void {
    for (const [node, { heardAt }] of elsewhere) if (performance.now() - heardAt > goneAfter) elsewhere.delete(node);
    connections.each((socket) => keepInStep(socket, settings.of(socket.data.uid), here));
    sayWhoIsHere();
    const { came, went } = noteWhoIsHere(here, [said.people, ...[...elsewhere.values()].map(({ people }) => people)]);
    if (came.size + went.size === 0) return;
    for (const socket of connections.all()) if (settings.of(socket.data.uid)?.presence) tell(socket, came, went);
  }

  const looking = repeat(look, { every, log, failed: 'what people here show of themselves could not be read' });

  return {
    among: (viewer, people) => (settings.of(viewer)?.presence ? common(people, here) : []),
    settingsOf: settings.of,
    async learnSettingsOf(uid) {
      if (settings.of(uid) === undefined) await settings.learn();
    },
    async close() {
      await looking.close();
      await bus.publish('peopleHere', { node: nodeId, people: [] });
    },
  };
}

/** Goes through the smaller one: few come or go at once, and a chat may have a thousand members. */
function common(some: ReadonlySet<string>, others: ReadonlySet<string>): string[] {
  const [few, many] = some.size < others.size ? [some, others] : [others, some];
  return [...few].filter((uid) => many.has(uid));
}

/** Updates `here` in place, and returns the changes: usually few, so little is allocated. */
function noteWhoIsHere(here: Set<string>, everywhere: readonly ReadonlySet<string>[]) {
  const [came, went] = [new Set<string>(), new Set<string>()];
  for (const people of everywhere) {
    people.forEach((uid) => {
      if (!here.has(uid)) came.add(uid);
    });
  }
  here.forEach((uid) => {
    if (!everywhere.some((people) => people.has(uid))) went.add(uid);
  });
  for (const uid of came) here.add(uid);
  for (const uid of went) here.delete(uid);
  return { came, went };
}

/** Tells a socket which members of its open chat came online or went offline. */
function tell(socket: ChatSocket, came: ReadonlySet<string>, went: ReadonlySet<string>): void {
  const { open } = socket.data;
  if (!open) return;
  const change = { chatId: open.chatId, came: common(open.members, came), went: common(open.members, went) };
  if (change.came.length + change.went.length > 0) socket.emit('presence', change);
}

/**
 * Stops typing events for people who turned typing off. People who turned presence off see nobody any more, on any device;
 * people who turned it on see who is here.
 */
function keepInStep(socket: ChatSocket, settings: ChatSettings | undefined, here: ReadonlySet<string>): void {
  const { open } = socket.data;
  if (!open) return;
  const room = roomOfTyping(open.chatId);
  if (settings?.typing) enterRooms(socket, [room]);
  else void socket.leave(room);
  if (!settings || settings.presence === open.seesOthers) return;
  open.seesOthers = settings.presence;
  if (settings.presence) tell(socket, here, nobody);
  else tell(socket, nobody, here);
}

const nobody: ReadonlySet<string> = new Set();
