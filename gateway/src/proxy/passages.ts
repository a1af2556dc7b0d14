import { maxBodyBytes } from '@koinonia/contracts/common.ts';
import { maxPersonChangeBytes } from '@koinonia/contracts/identity.ts';
import { maxCsvCallBytes } from '@koinonia/contracts/invitations.ts';
import { maxAttachmentBytes, maxAvatarBytes, maxFormBytes } from '@koinonia/contracts/media.ts';
import type { Audience } from '@koinonia/kit/calls/caller-statement.ts';
import type { Access } from '../auth/identify.ts';

/** The limit that a passage counts against, besides the one for all calls of a person. */
export type PassageLimit = 'send' | 'newChat' | 'signIn' | 'callback';

/** A route through the gateway to a service. No other path leads to a service. */
export interface Passage {
  /** In Fastify's route syntax: `:name` for one part of the path, `*` for the rest of it. */
  readonly url: string;
  readonly methods: readonly Method[];
  readonly service: Audience;
  readonly access: Access;
  /** True for uploads: streamed, never kept in memory. Other bodies are kept, so that the call can be repeated. */
  readonly streams: boolean;
  /** Maximum bytes of a body; a larger one is answered with 413. */
  readonly bodyLimit: number;
  readonly limit: PassageLimit | null;
  /** Whether only a person who opens it as a page may ask, and no page of another site in their place. */
  readonly visit: boolean;
  /** Whether the service gets the browser's cookies and may set some. */
  readonly cookies: boolean;
  /** Whether chat nodes get it by a trunk: for calls so frequent that HTTP would cost more than their work. */
  readonly byTrunk: boolean;
  /** Whether browsers may cache answers, as the service says. */
  readonly cacheable: boolean;
  /** Whether the answer is a token, with which a page may get its first answers. */
  readonly givesToken: boolean;
}

export type Method = 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'DELETE';

const reads: Method[] = ['GET', 'HEAD'];
const all: Method[] = [...reads, 'POST', 'PATCH', 'DELETE'];

const passage = (service: Audience, url: string, methods: Method[], rules: Partial<Passage> = {}): Passage => ({
  url,
  methods,
  service,
  access: 'person',
  streams: false,
  bodyLimit: maxBodyBytes,
  limit: null,
  visit: false,
  cookies: false,
  byTrunk: false,
  cacheable: false,
  givesToken: false,
  ...rules,
});

/** Bytes. Bodies of callers who may be anybody are held in memory, too; identity takes no more. */
const bodyOfAnyone = 65_536;
const signIn = { access: 'anyone', cookies: true, bodyLimit: bodyOfAnyone } as const;
const upload = (bytes: number) => ({ streams: true, bodyLimit: bytes + maxFormBytes });

/** All routes through the gateway. If two match, the more specific one is used. */
export const passages: readonly Passage[] = [
  passage('identity', '/api/session', ['DELETE'], { ...signIn, access: 'cookie or anyone' }),
  passage('identity', '/api/session/google', ['GET'], { ...signIn, limit: 'signIn', visit: true }),
  passage('identity', '/api/session/callback', ['GET'], { ...signIn, limit: 'callback' }),
  passage('identity', '/api/session/token', ['POST'], { ...signIn, givesToken: true }),
  passage('identity', '/api/session/download/:id', ['GET'], { access: 'cookie', cookies: true }),
  passage('identity', '/api/session/*', all, { cookies: true }),
  passage('identity', '/api/me', reads),
  passage('identity', '/api/me/*', all),
  passage('identity', '/api/user/*', all),
  passage('identity', '/api/users', all),
  passage('identity', '/api/users/*', all, { bodyLimit: maxPersonChangeBytes }),
  passage('identity', '/api/update-profile', ['POST']),
  passage('identity', '/api/deletion-requests', reads),
  passage('identity', '/api/audit', reads),
  passage('identity', '/api/audit/*', reads),
  passage('identity', '/api/invitations', all, { bodyLimit: maxCsvCallBytes }),
  passage('identity', '/api/invitations/*', all),

  passage('groups', '/api/groups', all),
  passage('groups', '/api/groups/*', all),

  passage('chat', '/api/chat', all),
  passage('chat', '/api/chat/*', all),
  passage('chat', '/api/chat/send', ['POST'], { limit: 'send', byTrunk: true }),
  passage('chat', '/api/chat/create', ['POST'], { limit: 'newChat' }),

  passage('media', '/api/chat/:id/attachment', ['POST'], upload(maxAttachmentBytes)),
  passage('media', '/api/chat/:id/attachment', reads),
  passage('media', '/api/chat/:id/picture', ['POST'], upload(maxAvatarBytes)),
  passage('media', '/api/chat/:id/picture', ['DELETE']),
  passage('media', '/api/upload-avatar', ['POST'], upload(maxAvatarBytes)),
  passage('media', '/api/media/*', reads, { access: 'person or cookie', cacheable: true }),
];
