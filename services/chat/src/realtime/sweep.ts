import type { Logger } from '@koinonia/kit/observing/log.ts';
import { selectSettledTime, settledOverlap } from '@koinonia/kit/stores/settled-time.ts';
import { repeat, type Repeated } from '@koinonia/kit/work/repeat.ts';
import type { ChatDatabase } from '../database/schema.ts';
import type { ChatServer } from './sockets/chat-socket.ts';
import { frameOf } from './delivery/frames.ts';
import type { MemberFollower } from './members/member-follower.ts';
import { presentHead } from './present.ts';
import { type HeadRow, type MembershipRow, selectChatsMovedSince, selectMembershipsChangedSince } from './queries.ts';
import type { RoomWriter } from './delivery/room-writer.ts';
import { roomOfChat } from './rooms.ts';

const standardEvery = 2500;

/** Makes up for lost events: reads every 2.5 s from the database which memberships and chats changed. */
export function startSweep(options: {
  db: ChatDatabase;
  io: ChatServer;
  writer: RoomWriter;
  follower: MemberFollower;
  log: Logger;
  /** Ms. Default 2.5 s. */
  every?: number | undefined;
}): Repeated {
  const { db, io, writer, follower, log, every = standardEvery } = options;
  let since: Date | null = null;
  let told = new Set<string>();
  let arrived = new Set<string>();

  async function sweep(): Promise<void> {
    const settled = await selectSettledTime(db);
    const from = new Date((since ?? settled).getTime() - settledOverlap);
    // Memberships are read last and applied first: a removed person must not get the chat's new positions.
    const moved = await selectChatsMovedSince(db, from);
    const changed = await selectMembershipsChangedSince(db, from);
    await followMembers(changed);
    tellHeads(moved);
    since = settled;
  }

  async function followMembers(changed: readonly MembershipRow[]): Promise<void> {
    const keyOf = (row: MembershipRow) => `${row.chat_id} ${row.user_id} ${row.changed_at.getTime()}`;
    // Each new member is added once: a page that they open later joins its chats by itself.
    const isOpen = (row: MembershipRow) => follower.isOpen(row.chat_id, row);
    const open = new Set(changed.filter(isOpen));
    const unknown = changed.filter((row) => !row.is_member || !arrived.has(keyOf(row)) || open.has(row));
    const byChat = Object.entries(Object.groupBy(unknown, (row) => row.chat_id));
    await Promise.all(byChat.map(([chatId, rows]) => follower.reconcile(chatId, rows ?? [])));
    arrived = new Set(changed.filter((row) => row.is_member && !open.has(row) && !isOpen(row)).map(keyOf));
  }

  function tellHeads(moved: readonly HeadRow[]): void {
    const toldBefore = told;
    told = new Set();
    for (const head of moved) {
      const room = roomOfChat(head.id);
      if (!io.sockets.adapter.rooms.has(room)) continue;
      const name = `${head.id} ${head.last_seq} ${head.change_seq}`;
      told.add(name);
      if (!toldBefore.has(name)) writer.write(room, frameOf('chatHead', presentHead(head)), []);
    }
  }

  return repeat(sweep, { every, log, failed: 'lost events could not be looked for' });
}
