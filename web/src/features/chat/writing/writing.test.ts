// @vitest-environment jsdom
import type { Message } from '@koinonia/contracts/chat.ts';
import { beforeEach, expect, test } from 'vitest';
import { drafts, waitingReactions } from '../../../lib/session/own-stores.ts';
import { draftName, Writings } from './writing.ts';

const message = (id: string, more: Partial<Message> = {}): Message => ({
  id,
  chatId: 'kitchen',
  seq: 1,
  senderId: 'me',
  text: `text of ${id}`,
  attachmentUrl: null,
  createdAt: '2026-11-20T08:00:00.000Z',
  clientId: null,
  reactions: {},
  myReactions: [],
  ...more,
});

const draftOf = (writings: Writings) => drafts.read('me', draftName('kitchen', writings.of('kitchen')));

beforeEach(() => localStorage.clear());

test('an answer keeps what it answers through a reload, until it is sent', () => {
  new Writings('me').reply(message('one', { senderId: 'ana' }));
  const after = new Writings('me');
  expect(after.of('kitchen').replyTo).toMatchObject({ id: 'one', senderId: 'ana', text: 'text of one' });
  after.done('kitchen');
  expect(new Writings('me').of('kitchen')).toEqual({ picked: [] });
  expect(localStorage).toHaveLength(0);
});

test('an edit that a reply interrupts goes on with its words when it is begun again', () => {
  const writings = new Writings('me');
  const two = message('two');
  writings.edit(two);
  drafts.write('me', draftName('kitchen', writings.of('kitchen')), 'other words');
  writings.reply(message('one', { senderId: 'ana' }));
  expect(writings.of('kitchen')).toMatchObject({ replyTo: { id: 'one' } });
  expect(draftOf(writings)).toBe('');
  writings.edit(two);
  expect(draftOf(writings)).toBe('other words');
});

test('of an edit that a reply interrupted, nothing is left when its message is deleted', () => {
  const writings = new Writings('me');
  writings.edit(message('two'));
  writings.reply(message('one', { senderId: 'ana' }));
  writings.endEditOf('kitchen', 'two');
  writings.done('kitchen');
  expect(localStorage).toHaveLength(0);
});

test('of an edit that a reply interrupted, nothing is left when it is saved as it is, and all of it otherwise', () => {
  const writings = new Writings('me');
  writings.edit(message('two'));
  drafts.write('me', 'kitchen:edit:two', 'typed since');
  writings.reply(message('one', { senderId: 'ana' }));
  writings.saved('kitchen', 'two', 'saved words');
  expect(drafts.read('me', 'kitchen:edit:two')).toBe('typed since');
  writings.saved('kitchen', 'two', 'typed since');
  expect(drafts.read('me', 'kitchen:edit:two')).toBe('');
  expect(writings.of('kitchen').replyTo).toMatchObject({ id: 'one' });
});

test('nobody finds what another person was answering', () => {
  new Writings('me').reply(message('one'));
  expect(new Writings('ana').of('kitchen').replyTo).toBeUndefined();
});

test('an edit begins with the text of its message, and what was begun before is there again after it', () => {
  const writings = new Writings('me');
  drafts.write('me', 'kitchen', 'half a sentence');
  writings.reply(message('one', { senderId: 'ana' }));
  writings.edit(message('two', { mentions: ['bo'] }));
  expect(draftOf(writings)).toBe('text of two');
  expect(writings.of('kitchen').picked).toEqual(['bo']);

  writings.endEdit('kitchen');
  expect(draftOf(writings)).toBe('half a sentence');
  expect(writings.of('kitchen').replyTo?.id).toBe('one');
  expect(writings.of('kitchen').picked).toEqual([]);
});

test('an edit that was given up leaves nothing for the next one', () => {
  const writings = new Writings('me');
  writings.edit(message('two'));
  drafts.write('me', draftName('kitchen', writings.of('kitchen')), 'other words');
  writings.edit(message('three'));
  expect(draftOf(writings)).toBe('text of three');
  writings.endEdit('kitchen');
  writings.edit(message('two'));
  expect(draftOf(writings)).toBe('text of two');
});

test('an edit that is begun again while it is in the box goes on as far as it had got', () => {
  const writings = new Writings('me');
  writings.edit(message('two'));
  drafts.write('me', draftName('kitchen', writings.of('kitchen')), 'other words');
  writings.edit(message('two'));
  expect(draftOf(writings)).toBe('other words');
  expect(draftOf(new Writings('me'))).toBe('other words');
});

test('an edit that was begun is there after a reload, as far as it had got', () => {
  const writings = new Writings('me');
  writings.edit(message('two'));
  drafts.write('me', draftName('kitchen', writings.of('kitchen')), 'other words');
  expect(draftOf(new Writings('me'))).toBe('other words');
});

test('an edit that is saved ends itself, and not another one that was begun meanwhile', () => {
  const writings = new Writings('me');
  writings.edit(message('two'));
  writings.endEdit('kitchen');
  writings.edit(message('three'));
  writings.endEditOf('kitchen', 'two');
  expect(draftOf(writings)).toBe('text of three');
  writings.endEditOf('kitchen', 'three');
  expect(writings.of('kitchen')).toEqual({ picked: [] });
});

test('an edit that goes on after its words were saved is an edit of those words', () => {
  const writings = new Writings('me');
  writings.edit(message('two'));
  drafts.write('me', 'kitchen:edit:two', 'typed since');
  writings.saved('kitchen', 'two', 'saved words');
  expect(writings.of('kitchen').editing).toMatchObject({ id: 'two', text: 'saved words' });
  expect(draftOf(writings)).toBe('typed since');
  writings.saved('kitchen', 'three', 'of another');
  expect(writings.of('kitchen').editing).toMatchObject({ id: 'two', text: 'saved words' });
  writings.saved('kitchen', 'two', 'typed since');
  expect(writings.of('kitchen').editing).toBeUndefined();
});

test('of what was begun in a chat that is gone nothing is left, and everything of the others', () => {
  const writings = new Writings('me');
  drafts.write('me', 'kitchen', 'half a sentence');
  writings.reply(message('one', { senderId: 'ana' }));
  writings.edit(message('two'));
  writings.reply(message('three', { chatId: 'kitchen-garden' }));
  writings.forget('kitchen');
  expect(writings.of('kitchen')).toEqual({ picked: [] });
  expect(Object.keys(localStorage)).toEqual(['draft:me:kitchen-garden:about']);
  expect(writings.of('kitchen-garden').replyTo?.id).toBe('three');
});

test('the chats in which something was begun are known after a reload, and a reaction that waits is none of it', () => {
  drafts.write('me', 'kitchen', 'half a sentence');
  drafts.write('ana', 'cellar', 'half a sentence of hers');
  waitingReactions.write('me', 'one:🙏', '{}');
  new Writings('me').reply(message('three', { chatId: 'garden' }));
  new Writings('me').edit(message('four', { chatId: 'harbour' }));
  expect(new Set(new Writings('me').chats())).toEqual(new Set(['kitchen', 'garden', 'harbour']));
});

test('what is kept and cannot be read is nothing', () => {
  localStorage.setItem('draft:me:kitchen:about', '{');
  expect(new Writings('me').of('kitchen')).toEqual({ picked: [] });
});
