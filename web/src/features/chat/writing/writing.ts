import { excerptOf, type Message, type RepliedTo } from '@koinonia/contracts/chat.ts';
import { createListeners } from '../../../lib/listeners.ts';
import { drafts } from '../../../lib/session/own-stores.ts';

/** What is being written in a chat besides the text: a reply to a message, or an edit of an earlier one. */
export interface Writing {
  readonly replyTo?: RepliedTo;
  readonly editing?: { readonly id: string; readonly text: string; readonly attached: boolean };
  /** The people picked from the list of names, to tell namesakes apart. */
  readonly picked: readonly string[];
}

const nothing: Writing = { picked: [] };
const ending = ':about';
const aboutName = (chatId: string) => `${chatId}${ending}`;

const editName = (chatId: string, messageId: string) => `${chatId}:edit:${messageId}`;

/** The name of a chat's draft: the text of an edit is stored apart from the new message. */
export const draftName = (chatId: string, { editing }: Writing) =>
  editing === undefined ? chatId : editName(chatId, editing.id);

/** Survives what a draft does: switching chats, a reload, a closed window. All windows have the same. */
export class Writings {
  readonly #uid: string;
  readonly #stopListening: () => void;
  readonly #chats = new Map<string, Writing>();
  readonly #listeners = createListeners();

  constructor(uid: string) {
    this.#uid = uid;
    // An edit that was saved in another window must not stay open here: the next message would replace its text.
    this.#stopListening = drafts.onElsewhere(uid, (name) => {
      if (!name.endsWith(ending)) return;
      this.#chats.delete(name.slice(0, -ending.length));
      this.#listeners.tell();
    });
  }

  stop() {
    this.#stopListening();
  }

  readonly subscribe = this.#listeners.subscribe;

  of(chatId: string): Writing {
    const known = this.#chats.get(chatId) ?? kept(drafts.read(this.#uid, aboutName(chatId)));
    this.#chats.set(chatId, known);
    return known;
  }

  reply({ chatId, id, seq, senderId, text }: Message) {
    // An edit that is not finished is kept as a draft: it goes on when it is begun again.
    const { editing, picked } = this.of(chatId);
    this.#put(chatId, {
      replyTo: { id, seq, senderId, text: excerptOf(text), deleted: false },
      picked: editing ? [] : picked,
    });
  }

  /** Begins an edit, or goes on with it. The new message and its reply stay as a draft. */
  edit({ chatId, id, text, attachmentUrl, mentions }: Message) {
    if (this.of(chatId).editing?.id === id) return;
    const before = this.#withoutEdit(chatId);
    const writing = { ...before, editing: { id, text, attached: attachmentUrl !== null }, picked: mentions ?? [] };
    if (drafts.read(this.#uid, draftName(chatId, writing)) === '')
      drafts.write(this.#uid, draftName(chatId, writing), text);
    this.#put(chatId, writing);
  }

  pick(chatId: string, id: string) {
    const writing = this.of(chatId);
    this.#put(chatId, { ...writing, picked: [...writing.picked, id] });
  }

  /** Cancels the edit: back to the unfinished new message. */
  endEdit(chatId: string) {
    this.#put(chatId, this.#withoutEdit(chatId));
  }

  /** Ends the edit of this message, which was saved or deleted. By then another edit may have begun: that one stays. */
  endEditOf(chatId: string, messageId: string) {
    if (this.of(chatId).editing?.id === messageId) this.endEdit(chatId);
    // A reply may have interrupted it.
    else drafts.write(this.#uid, editName(chatId, messageId), '');
  }

  /** Ends the edit of this message, which now has this text. What was typed into it since then stays. */
  saved(chatId: string, messageId: string, text: string) {
    const writing = this.of(chatId);
    const typed = drafts.read(this.#uid, editName(chatId, messageId));
    if (typed.trim() === text) this.endEditOf(chatId, messageId);
    else if (writing.editing?.id === messageId)
      this.#put(chatId, { ...writing, editing: { ...writing.editing, text } });
  }

  endReply(chatId: string) {
    const { replyTo: _, ...writing } = this.of(chatId);
    this.#put(chatId, writing);
  }

  /** After sending. */
  done(chatId: string) {
    this.#put(chatId, nothing);
  }

  /** The chats in which something was begun. */
  chats(): string[] {
    return drafts.names(this.#uid).map((name) => name.split(':', 1).join());
  }

  /** The chat is gone, with everything begun in it. */
  forget(chatId: string) {
    const isOfChat = (name: string) => name === chatId || name.startsWith(`${chatId}:`);
    for (const name of drafts.names(this.#uid).filter(isOfChat)) drafts.write(this.#uid, name, '');
    this.#chats.delete(chatId);
    this.#listeners.tell();
  }

  #withoutEdit(chatId: string): Writing {
    const { editing, ...writing } = this.of(chatId);
    if (editing === undefined) return writing;
    drafts.write(this.#uid, draftName(chatId, { editing, picked: [] }), '');
    return { ...writing, picked: [] };
  }

  #put(chatId: string, writing: Writing) {
    this.#chats.set(chatId, writing);
    const isNothing = writing.replyTo === undefined && writing.editing === undefined && writing.picked.length === 0;
    drafts.write(this.#uid, aboutName(chatId), isNothing ? '' : JSON.stringify(writing));
    this.#listeners.tell();
  }
}

function kept(json: string): Writing {
  try {
    return json === '' ? nothing : (JSON.parse(json) as Writing);
  } catch {
    return nothing;
  }
}
