import { copyPicture } from '@koinonia/contracts/media-internal.ts';
import { routeOf } from '@koinonia/kit/http/routes.ts';
import { eventually } from '@koinonia/kit/testing/eventually.ts';
import { startStandIn } from '@koinonia/kit/testing/stand-in.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { askInternally, type Identity, startIdentity } from '../testing/identity.ts';

const offered: { uid: string; picture: string }[] = [];
let media: Awaited<ReturnType<typeof startStandIn>>;
let identity: Identity;

beforeAll(async () => {
  media = await startStandIn('media', (inside) => {
    inside.route({
      ...routeOf(copyPicture),
      handler: async ({ params, body }, reply) => {
        offered.push({ uid: params.id, picture: body.picture });
        return reply.code(204).send();
      },
    });
  });
  identity = await startIdentity({ MEDIA_URL: media.url });
});
afterAll(() => Promise.all([identity.stop(), media.close()]));
beforeEach(() => void offered.splice(0));

async function resolve(account: string, picture: string, node: { url: string } = identity): Promise<string> {
  const { body } = await askInternally(node, '/internal/people/resolve', {
    issuer: identity.issuer.url,
    subject: account,
    email: `${account}@base.example`,
    name: account,
    picture,
  });
  return (body as { uid: string }).uid;
}

const picture = 'https://lh3.googleusercontent.com/a/ruth=s96-c';

test('the picture of a new person is offered to media, and not again at each call', async () => {
  const uid = await resolve('ruth', picture);
  await eventually(() => expect(offered).toEqual([{ uid, picture }]));
  await resolve('ruth', picture);
  await resolve('ben', '');
  const grace = await resolve('grace', picture);
  await eventually(() =>
    expect(offered).toEqual([
      { uid, picture },
      { uid: grace, picture },
    ]),
  );
});

test('somebody comes in whether media is there or not', async () => {
  const withoutMedia = await identity.build({ MEDIA_URL: 'http://127.0.0.1:1' });
  expect(await resolve('joy', picture, withoutMedia)).toMatch(/^[0-9a-f-]{36}$/);
  await withoutMedia.app.close();
});
