import type { BroadcastMessage } from '@koinonia/contracts/chat.ts';
import { expect, test } from 'vitest';
import { breaches } from './checker.ts';
import type { Attempt, Record } from './record.ts';

const sent = (seq: number, text = `word ${seq}`): BroadcastMessage => ({
  id: `id-${seq}`,
  chatId: 'kitchen',
  seq,
  senderId: 'ruth',
  text,
  attachmentUrl: null,
  createdAt: '2026-11-21T08:30:00.000Z',
  clientId: `client-${seq}`,
  reactions: {},
});

const attempt = (seq: number, acknowledged = true): Attempt => ({
  chatId: 'kitchen',
  clientId: `client-${seq}`,
  senderId: 'ruth',
  text: `word ${seq}`,
  acknowledged: acknowledged ? { id: `id-${seq}`, seq } : null,
});

/** Ruth and Ben share a chat with three messages. All is in order, except for `changes`. */
function afterwards(
  changes: { bens?: BroadcastMessage[]; attempts?: Attempt[]; heard?: Record['heard'] } = {},
): Record {
  const all = [sent(1), sent(2), sent(3)];
  const seen = (viewer: string, source: 'client' | 'history', messages: BroadcastMessage[]) => ({
    viewer,
    source,
    chatId: 'kitchen',
    messages,
  });
  return {
    members: new Map([['kitchen', new Set(['ruth', 'ben'])]]),
    attempts: changes.attempts ?? [attempt(1), attempt(2), attempt(3)],
    seen: [
      seen('ruth', 'client', all),
      seen('ruth', 'history', all),
      seen('ben', 'client', changes.bens ?? all),
      seen('ben', 'history', all),
    ],
    heard: changes.heard ?? all.map((message) => ({ viewer: 'ben', message })),
  };
}

test('a run in which everyone saw everything once and in order breaks nothing', () => {
  expect(breaches(afterwards())).toEqual([]);
});

test('a message that was never answered may be there, once', () => {
  expect(breaches(afterwards({ attempts: [attempt(1), attempt(2), attempt(3, false)] }))).toEqual([]);
});

test('a message that was never answered may be missing', () => {
  expect(breaches(afterwards({ attempts: [attempt(1), attempt(2), attempt(3), attempt(4, false)] }))).toEqual([]);
});

test('the same event twice on the wire breaks nothing, for clients know it by its seq', () => {
  const heard = [sent(1), sent(2), sent(2), sent(3)].map((message) => ({ viewer: 'ben', message }));
  expect(breaches(afterwards({ heard }))).toEqual([]);
});

test('catches an acknowledged message that one member lacks', () => {
  expect(breaches(afterwards({ bens: [sent(1), sent(2)] }))).toEqual([
    "loss: ben (client) lacks 'word 3', which was acknowledged",
  ]);
});

test('catches an acknowledged message that nobody has', () => {
  const found = breaches(afterwards({ attempts: [1, 2, 3, 4].map((seq) => attempt(seq)) }));
  expect(found).toHaveLength(4);
  expect(found).toContain("loss: ruth (history) lacks 'word 4', which was acknowledged");
});

test('catches a message that is there twice', () => {
  expect(breaches(afterwards({ bens: [sent(1), sent(2), sent(3), { ...sent(3), id: 'id-4', seq: 4 }] }))).toContain(
    "duplicate: ben (client) has 'word 3' more than once",
  );
});

test('catches a retry that was stored a second time, whatever its outcome', () => {
  const attempts = [attempt(1), attempt(2), attempt(3, false)];
  const twice = { ...sent(4), clientId: 'client-3', text: 'word 3' };
  expect(breaches(afterwards({ attempts, bens: [sent(1), sent(2), sent(3), twice] }))).toContain(
    "duplicate: ben (client) has 'word 3' more than once",
  );
});

test('catches messages in another order', () => {
  expect(breaches(afterwards({ bens: [sent(2), sent(1), sent(3)] }))).toContain(
    'disorder: ben (client) has seq 2 at place 1 of kitchen',
  );
});

test('catches a hole in the middle', () => {
  expect(breaches(afterwards({ bens: [sent(1), sent(3)] }))).toContain(
    'disorder: ben (client) has seq 3 at place 2 of kitchen',
  );
});

test('catches two people who were told different things at the same position', () => {
  expect(breaches(afterwards({ bens: [sent(1), { ...sent(3), seq: 2 }, { ...sent(2), seq: 3 }] }))).toContain(
    'disagreement: ben (client) has id-3 at seq 2, others have id-2',
  );
});

test('catches a text that was changed on its way', () => {
  expect(breaches(afterwards({ bens: [sent(1), sent(2, 'something else'), sent(3)] }))).toContain(
    "alteration: ben (client) has 'something else' otherwise than it was sent or acknowledged",
  );
});

test('catches a message that nobody sent', () => {
  expect(breaches(afterwards({ attempts: [attempt(1), attempt(2)] }))).toContain(
    "invention: ben (client) has 'word 3', which nobody sent",
  );
});

test('catches somebody outside who was told, even if their client showed nothing', () => {
  expect(breaches(afterwards({ heard: [{ viewer: 'mallory', message: sent(2) }] }))).toEqual([
    "stranger: mallory has seen 'word 2' without belonging to its chat",
  ]);
});

test('catches a member of whom nothing was recorded', () => {
  const record = afterwards();
  const seen = record.seen.filter(({ viewer, source }) => viewer !== 'ben' || source !== 'client');
  expect(breaches({ ...record, seen })).toEqual(['unchecked: nothing is known of what ben (client) sees of kitchen']);
});
