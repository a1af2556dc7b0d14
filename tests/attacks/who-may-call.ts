import type { Call } from '@koinonia/contracts/call.ts';
import { publicCalls } from '@koinonia/kit/testing/public-calls.ts';

/**
 * Who may make a call: anyone; holders of a session's cookie; signed-in people, about their own or common things; the
 * members of the named chat; admins.
 */
type Whose = 'anyone' | 'cookie' | 'person' | 'member' | 'admin';

/** Every call that is reachable from outside. If one is missing here, the suite fails, so that its access is decided first. */
const whose: Readonly<Record<string, Whose>> = {
  'GET /api/config': 'anyone',
  'GET /api/session/google': 'anyone',
  'GET /api/session/callback': 'anyone',
  'POST /api/session/token': 'cookie',
  'DELETE /api/session': 'cookie',
  'GET /api/session/download/:id': 'cookie',
  'GET /api/session/all': 'person',
  'DELETE /api/session/:id': 'person',
  'GET /api/me': 'person',
  'POST /api/me/download': 'person',
  'GET /api/me/deletion-request': 'person',
  'POST /api/me/deletion-request': 'person',
  'DELETE /api/me/deletion-request': 'person',
  'GET /api/user/:id': 'person',
  'GET /api/users': 'person',
  'POST /api/update-profile': 'person',
  'POST /api/upload-avatar': 'person',
  'GET /api/groups': 'person',
  'GET /api/chat': 'person',
  'POST /api/chat/create': 'person',
  'GET /api/chat/settings': 'person',
  'PATCH /api/chat/settings': 'person',
  'GET /api/chat/search': 'member',
  'GET /api/chat/:id/messages': 'member',
  'PATCH /api/chat/:id/messages/:messageId': 'member',
  'DELETE /api/chat/:id/messages/:messageId': 'member',
  'GET /api/chat/:id/messages/:messageId/versions': 'member',
  'GET /api/chat/:id/attachments': 'member',
  'GET /api/chat/:id/attachment': 'member',
  'POST /api/chat/:id/attachment': 'member',
  'POST /api/chat/:id/picture': 'member',
  'DELETE /api/chat/:id/picture': 'member',
  'POST /api/chat/send': 'member',
  'POST /api/chat/react': 'member',
  'POST /api/chat/:id/read': 'member',
  'PATCH /api/chat/:id': 'member',
  'DELETE /api/chat/:id': 'member',
  'GET /api/users/export': 'admin',
  'PATCH /api/users/:id': 'admin',
  'DELETE /api/users/:id': 'admin',
  'DELETE /api/users/:id/sessions': 'admin',
  'DELETE /api/users/:id/deletion-request': 'admin',
  'GET /api/deletion-requests': 'admin',
  'POST /api/groups': 'admin',
  'PATCH /api/groups/:id': 'admin',
  'DELETE /api/groups/:id': 'admin',
  'GET /api/groups/deleted': 'admin',
  'POST /api/groups/:id/restore': 'admin',
  'POST /api/invitations': 'admin',
  'GET /api/invitations': 'admin',
  'DELETE /api/invitations/:id': 'admin',
  'GET /api/audit': 'admin',
  'GET /api/audit/export': 'admin',
  'GET /api/audit/verify': 'admin',
};

/** The name of a call in these tests: `PATCH /api/users/:id`. */
export const callName = ({ method, path }: Pick<Call, 'method' | 'path'>) => `${method} ${path}`;

export const callsOf = (one: Whose) => publicCalls.filter((call) => whose[callName(call)] === one).map(callName);

/** Names of calls that are missing in the list above, and of listed calls that no longer exist. */
export const unthoughtOf = () => publicCalls.map(callName).filter((name) => !(name in whose));
export const goneSince = () => Object.keys(whose).filter((name) => !publicCalls.map(callName).includes(name));

/** The call that a request belongs to; a literal path part has priority over an id in its place. */
export function callAt(method: string, address: string): string {
  const path = address.split('?', 1)[0] ?? '';
  const fits = publicCalls.filter((call) => call.method === method && patternOf(call.path).test(path));
  const [most] = fits.toSorted((one, other) => one.path.split(':').length - other.path.split(':').length);
  return most ? callName(most) : `${method} ${path}`;
}

const patternOf = (path: string) => new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`);

/** A path with a value for every parameter. */
export const filledIn = (path: string, value: string) => path.replace(/:\w+/g, () => encodeURIComponent(value));
