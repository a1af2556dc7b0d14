import { randomUUID } from 'node:crypto';
import { type Chat, createChat, listChats, listMessages, type Message, sendMessage } from '@koinonia/contracts/chat.ts';
import { getMe, type Me } from '@koinonia/contracts/identity.ts';
import { type Api, createApi, patiently } from './api.ts';
import { mailboxOf, names } from './names.ts';
import { adminEmail, domain, type Product } from './product.ts';

/** A person of the base, signed in with an ID token of the issuer. */
export interface Person {
  readonly uid: string;
  readonly name: string;
  readonly email: string;
  readonly subject: string;
  readonly token: string;
  readonly api: Api;
  me(): Promise<Me>;
  chats(): Promise<Chat[]>;
  /** Sends once; rejects when it was refused or not answered. */
  send(chat: { id: string }, text: string, clientId?: string): Promise<Message>;
  messages(chat: { id: string }, query?: { limit?: number; before?: number; after?: number }): Promise<Message[]>;
  /** Every message of a chat that this person may see, oldest first. */
  wholeHistory(chat: { id: string }): Promise<Message[]>;
  directChatWith(other: Person): Promise<Chat>;
  groupChatWith(others: readonly Person[], name?: string): Promise<Chat>;
}

/** Ms. */
const signsInWithin = 30_000;

let nextName = 0;

/**
 * The next person of the base. `lifetime` is the validity of their ID token in seconds; `answersWithin` is the timeout of
 * their calls in ms.
 */
export async function somebody(
  product: Product,
  who: { name?: string; email?: string; subject?: string; lifetime?: number; answersWithin?: number } = {},
): Promise<Person> {
  const turn = nextName++;
  const name = who.name ?? names[turn % names.length]!;
  const again = turn >= names.length ? `.${Math.floor(turn / names.length) + 1}` : '';
  const email = who.email ?? `${mailboxOf(name)}${again}@${domain}`;
  const subject = who.subject ?? randomUUID();
  const expires = Math.floor(Date.now() / 1000) + (who.lifetime ?? 3600);
  const token = await product.issuer.sign({ sub: subject, email, name, exp: expires });
  const api = createApi(product.origins, token, who.answersWithin);
  // Many who sign in at once may have to wait too long for a database on a busy machine.
  const giveUpAt = Date.now() + signsInWithin;
  const { uid } = await patiently(
    () => api.call(getMe),
    () => Date.now() < giveUpAt,
  );
  return personOf({ uid, name, email, subject, token, api });
}

/** Several people who sign in together. */
export function people(product: Product, count: number, who: { answersWithin?: number } = {}): Promise<Person[]> {
  return Promise.all(Array.from({ length: count }, () => somebody(product, who)));
}

/** The admin from ADMIN_EMAILS. */
export const admin = (product: Product) =>
  somebody(product, { name: 'Grace Okafor', email: adminEmail, subject: 'subject-of-grace' });

function personOf(who: Pick<Person, 'uid' | 'name' | 'email' | 'subject' | 'token' | 'api'>): Person {
  const { api } = who;
  const create = (body: { users: string[]; isGroup: boolean; name?: string }) => api.call(createChat, { body });
  const person: Person = {
    ...who,
    me: () => api.call(getMe),
    chats: () => api.call(listChats),
    send: (chat, text, clientId = randomUUID()) => api.call(sendMessage, { body: { chatId: chat.id, text, clientId } }),
    messages: (chat, query) => api.call(listMessages, { params: { id: chat.id }, ...(query && { query }) }),
    async wholeHistory(chat) {
      const history: Message[] = [];
      for (;;) {
        const page = await person.messages(chat, { after: history.at(-1)?.seq ?? 0, limit: 200 });
        history.push(...page);
        if (page.length < 200) return history;
      }
    },
    directChatWith: (other) => create({ users: [other.uid], isGroup: false }),
    groupChatWith: (others, name) =>
      create({ users: others.map(({ uid }) => uid), isGroup: true, ...(name !== undefined && { name }) }),
  };
  return person;
}
