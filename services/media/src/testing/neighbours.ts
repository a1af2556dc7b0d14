import {
  checkMember,
  listChatPictures,
  releaseAttachments,
  setChatPicture,
} from '@koinonia/contracts/chat-internal.ts';
import { checkAccess, describePeople, getSignInSettings, setPhoto } from '@koinonia/contracts/identity-internal.ts';
import { invalid, unavailable } from '@koinonia/kit/errors.ts';
import { routeOf } from '@koinonia/kit/http/routes.ts';
import { startStandIn } from '@koinonia/kit/testing/stand-in.ts';

const somebody = {
  displayName: 'Ruth',
  email: '',
  phone: '',
  role: 'member',
  theme: 'auto',
  groups: [] as string[],
} as const;

/** Answers media's calls to chat and identity over real HTTP, from data that a test put in. */
export async function startNeighbours() {
  const members = new Map<string, Set<string>>();
  const outOfSight = new Set<string>();
  const directChats = new Set<string>();
  const silentAbout = new Set<string>();
  const photos = new Map<string, string>();
  const withoutAccess = new Set<string>();
  const named = new Set<string>();
  const forgotten = new Set<string>();
  let chatIsAway = false;
  let takesPhotos = true;
  let afterRelease = async () => {};
  const settings = { issuer: 'https://accounts.google.com', clientId: 'tests', domain: 'base.example' };

  const chat = await startStandIn('chat', (app) => {
    app.route({
      ...routeOf(releaseAttachments),
      handler: async ({ body: { urls, forget } }) => {
        if (chatIsAway) throw unavailable('chat is away');
        if (forget) for (const url of urls) if (!named.has(url)) forgotten.add(url);
        const answer = { named: urls.filter((url) => named.has(url)) };
        await afterRelease();
        return answer;
      },
    });
    app.route({
      ...routeOf(checkMember),
      handler: async ({ params, body: { uid, attachmentUrl } }) => ({
        isMember: members.get(params.id)?.has(uid) === true && !outOfSight.has(`${uid} ${attachmentUrl}`),
      }),
    });
    app.route({
      ...routeOf(setChatPicture),
      handler: async ({ params: { id }, body: { photoURL } }) => {
        if (directChats.has(id)) throw invalid('A direct chat cannot be changed.');
        const before = photos.get(id) ?? null;
        if (photoURL === null) photos.delete(id);
        else photos.set(id, photoURL);
        if (silentAbout.has(id)) throw unavailable('chat has done it, and its answer is lost');
        return { replaced: before === photoURL ? null : before };
      },
    });
    app.route({
      ...routeOf(listChatPictures),
      handler: async ({ body }) => ({ photoURLs: body.chatIds.flatMap((id) => photos.get(id) ?? []) }),
    });
  });
  const identity = await startStandIn('identity', (app) => {
    app.route({ ...routeOf(getSignInSettings), handler: async () => settings });
    app.route({
      ...routeOf(checkAccess),
      handler: async ({ body }) => ({
        endedSessions: body.sessions.filter((id) => withoutAccess.has(id)),
        inactivePeople: body.people.filter((uid) => withoutAccess.has(uid)),
      }),
    });
    app.route({
      ...routeOf(describePeople),
      handler: async ({ body }) => body.uids.map((uid) => ({ ...somebody, uid, photoURL: photos.get(uid) ?? '' })),
    });
    app.route({
      ...routeOf(setPhoto),
      handler: async ({ params, body }, reply) => {
        if (!takesPhotos) throw unavailable('identity takes no photos');
        if (!body.unlessSet || !photos.has(params.id)) photos.set(params.id, body.photoURL);
        return reply.code(204).send();
      },
    });
  });

  return {
    chatUrl: chat.url,
    identityUrl: identity.url,
    /** The members of each chat. */
    members,
    /** A person and an attachment that only messages name which they do not see. */
    outOfSight,
    /** The attachments that a message names. */
    named,
    /** Whether chat cannot be asked about attachments. */
    chatBeAway: (away: boolean) => void (chatIsAway = away),
    /** What happens in chat after it has looked which attachments a message names, and before media hears it. */
    afterRelease: (act: () => Promise<void>) => void (afterRelease = act),
    /** Attachments whose data chat was told to delete. */
    forgotten,
    /** The chats that are not groups. */
    directChats,
    /** The groups whose picture chat changes without an answer. */
    silentAbout,
    /** The photo of each person and group that has one. */
    photos,
    /** People who are deactivated, and sessions that have ended. */
    withoutAccess,
    settings,
    /** Whether identity can be given photos of people. */
    takePhotos: (takes: boolean) => void (takesPhotos = takes),
    async stop() {
      await Promise.all([chat.close(), identity.close()]);
    },
  };
}
