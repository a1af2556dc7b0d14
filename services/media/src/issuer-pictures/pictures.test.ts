import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createMemoryBus } from '@koinonia/kit/bus/memory-bus.ts';
import { newId } from '@koinonia/kit/ids.ts';
import { createLog } from '@koinonia/kit/observing/log.ts';
import { headersOf, headersOfProcess } from '@koinonia/kit/testing/callers.ts';
import sharp from 'sharp';
import { eventually } from '@koinonia/kit/testing/eventually.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openMedia } from '../open-media.ts';
import { ask, bytesOf, type Media, namesIn, s3Environment, startMedia, statusOf } from '../testing/media.ts';
import { photo, pngBomb } from '../testing/pictures.ts';
import { allowedAddress } from './allowed-address.ts';
import { copyPicture } from './copy-picture.ts';
import { isPublicAddress } from './public-addresses.ts';
import { claimPicture, insertPicture } from './queries.ts';

const log = createLog('silent', 'tests');

let media: Media;
let issuer: Server;
let origin: string;
let answers: Record<string, RequestListener>;
const asked: string[] = [];

beforeAll(async () => {
  const picture = await photo(96, 96);
  const large = await photo(3000, 2000);
  answers = {
    '/good.jpg': (_request, reply) => reply.end(picture),
    '/large.jpg': (_request, reply) => reply.end(large),
    '/bomb.png': (_request, reply) => reply.end(pngBomb()),
    '/page.html': (_request, reply) => reply.end('<html>'),
    '/moved.jpg': (_request, reply) => reply.writeHead(302, { location: '/good.jpg' }).end(),
  };
  issuer = createServer((request, reply) => {
    asked.push(request.url ?? '');
    const answer = answers[request.url ?? ''];
    if (answer) answer(request, reply);
    else reply.writeHead(404).end();
  });
  await new Promise<void>((resolve) => issuer.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(issuer.address() as AddressInfo).port}`;
  media = await startMedia();
  media.neighbours.settings.issuer = origin;
});
afterAll(async () => {
  await media.stop();
  issuer.close();
});

async function offer(personId: string, picture: string): Promise<number> {
  const answer = await fetch(`${media.url}/internal/people/${personId}/picture`, {
    method: 'POST',
    headers: { ...(await headersOfProcess('media')), 'content-type': 'application/json' },
    body: JSON.stringify({ picture }),
  });
  return answer.status;
}
const endOf = (personId: string) =>
  eventually(async () => {
    const row = await media.db.selectFrom('pictures').selectAll().where('person_id', '=', personId).executeTakeFirst();
    if (!row || (row.state === 'pending' && row.tries === 0)) throw new Error('not yet');
    return row.state;
  });

describe('the picture of a new person', () => {
  test('is copied once and becomes their photo', async () => {
    const ruth = newId();
    expect(await offer(ruth, `${origin}/good.jpg`)).toBe(204);
    await eventually(() => expect(media.neighbours.photos.has(ruth)).toBe(true));
    const photoURL = media.neighbours.photos.get(ruth) ?? '';
    expect(photoURL).toMatch(/^\/api\/media\/avatars\//);
    expect(await statusOf(await ask(media, ruth, photoURL))).toBe(200);
    const head = await sharp(await bytesOf(await ask(media, ruth, photoURL))).metadata();
    expect(head).toMatchObject({ width: 256, height: 256 });
    await eventually(async () => expect(await endOf(ruth)).toBe('done'));

    asked.splice(0);
    expect(await offer(ruth, `${origin}/good.jpg?again`)).toBe(204);
    const row = await media.db.selectFrom('pictures').selectAll().where('person_id', '=', ruth).executeTakeFirst();
    expect([row?.state, row?.tries, asked]).toEqual(['done', 1, []]);
  });

  test('does not take the place of a photo that they chose meanwhile', async () => {
    const ben = newId();
    media.neighbours.photos.set(ben, '/api/media/avatars/chosen/256');
    await offer(ben, `${origin}/good.jpg`);
    await eventually(async () => expect(await endOf(ben)).toBe('done'));
    expect(media.neighbours.photos.get(ben)).toBe('/api/media/avatars/chosen/256');
  });

  test.each(['/bomb.png', '/page.html'])('is none when it is no picture that we take (%s)', async (path) => {
    const joy = newId();
    await offer(joy, origin + path);
    await eventually(async () => expect(await endOf(joy)).toBe('failed'));
    expect(media.neighbours.photos.has(joy)).toBe(false);
  });

  test('becomes their photo only when it can be read: while nobody works on it, it is copied again later', async () => {
    const withoutWorker = await startMedia({ ...s3Environment(), REDIS_URL: 'redis://127.0.0.1:1' });
    withoutWorker.neighbours.settings.issuer = origin;
    const { config, neighbours, files } = withoutWorker;
    const worker = await openMedia({ config, log, bus: createMemoryBus(log) }, 'media-worker');
    const amy = newId();
    await insertPicture(worker.media.db, amy, `${origin}/good.jpg`);
    await expect(copyPicture(worker.media, { personId: amy })).rejects.toMatchObject({ code: 'unavailable' });
    expect([neighbours.photos.has(amy), await namesIn(files)]).toEqual([false, []]);
    expect(await claimPicture(worker.media.db, amy)).toMatchObject({ state: 'pending', tries: 2 });
    await worker.close();
    await withoutWorker.stop();
  });

  test.each([
    ['/moved.jpg', 'pending'],
    ['/large.jpg', 'failed'],
    ['/missing.jpg', 'pending'],
  ])('is not fetched by another way or beyond the limit (%s: %s)', async (path, end) => {
    const sam = newId();
    asked.splice(0);
    await offer(sam, origin + path);
    await expect.poll(() => asked).toEqual([path]);
    await expect.poll(() => media.spooled()).toEqual([]);
    await eventually(async () => expect(await endOf(sam)).toBe(end));
    expect([asked, await endOf(sam), media.neighbours.photos.has(sam)]).toEqual([[path], end, false]);
  });

  test.each(['pending', 'failed'] as const)(
    'that was not copied is copied when it is offered a day later (%s)',
    async (state) => {
      const tim = newId();
      const hoursAgo = (hours: number) => ({ created_at: new Date(Date.now() - hours * 3_600_000) });
      const row = { person_id: tim, address: `${origin}/missing.jpg`, state, tries: 3, ...hoursAgo(23) };
      await media.db.insertInto('pictures').values(row).execute();
      const ofTim = media.db.selectFrom('pictures').selectAll().where('person_id', '=', tim);
      expect(await offer(tim, `${origin}/good.jpg`)).toBe(204);
      expect(await ofTim.executeTakeFirst()).toMatchObject(row);

      await media.db.updateTable('pictures').set(hoursAgo(25)).where('person_id', '=', tim).execute();
      expect(await offer(tim, `${origin}/good.jpg`)).toBe(204);
      await eventually(async () => expect(await endOf(tim)).toBe('done'));
      expect(media.neighbours.photos.has(tim)).toBe(true);
    },
  );

  test('is not fetched from anywhere else', async () => {
    const other = createServer((_request, reply) => reply.end('x'));
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    let connections = 0;
    other.on('connection', () => (connections += 1));
    const eve = newId();
    await offer(eve, `http://127.0.0.1:${(other.address() as AddressInfo).port}/good.jpg`);
    await eventually(async () => expect(await endOf(eve)).toBe('failed'));
    expect(connections).toBe(0);
    other.close();
  });

  test('is offered by our own processes alone', async () => {
    const options = { method: 'POST', body: JSON.stringify({ picture: `${origin}/good.jpg` }) };
    const headers = { ...(await headersOf(newId(), 'media')), 'content-type': 'application/json' };
    expect((await fetch(`${media.url}/internal/people/${newId()}/picture`, { ...options, headers })).status).toBe(403);
    expect(await offer('nobody', `${origin}/good.jpg`)).toBe(400);
  });
});

describe('an address of a picture', () => {
  const google = 'https://accounts.google.com';

  test.each([
    ['https://lh3.googleusercontent.com/a/abc=s96-c', 'https://lh3.googleusercontent.com/a/abc=s256-c'],
    ['https://lh3.googleusercontent.com/a/abc', 'https://lh3.googleusercontent.com/a/abc'],
  ])('of Google is asked for in the size that we need: %s', (picture, expected) => {
    expect(allowedAddress(picture, google)?.href).toBe(expected);
  });

  test.each([
    'http://lh3.googleusercontent.com/a/abc',
    'https://lh3.googleusercontent.com:8443/a/abc',
    'https://user:password@lh3.googleusercontent.com/a/abc',
    'https://googleusercontent.com.evil.example/a',
    'https://evilgoogleusercontent.com/a',
    'https://evil.example/https://lh3.googleusercontent.com/a',
    'https://127.0.0.1/a',
    'http://169.254.169.254/latest/meta-data',
    'file:///etc/passwd',
    'data:image/png;base64,AAAA',
    'no address',
  ])('that is none of Google’s is refused: %s', (picture) => {
    expect(allowedAddress(picture, google)).toBeNull();
  });

  test('of the issuer itself is allowed on this machine alone', () => {
    expect(allowedAddress('http://localhost:9000/me.png', 'http://localhost:9000')?.href).toBe(
      'http://localhost:9000/me.png',
    );
    expect(allowedAddress('http://localhost:9001/me.png', 'http://localhost:9000')).toBeNull();
    expect(allowedAddress('https://issuer.example/me.png', 'https://issuer.example')).toBeNull();
  });

  test('leads nowhere within our own network', () => {
    const outside = [
      ['142.250.1.1', 4],
      ['2a00:1450:4001::1', 6],
    ] as const;
    for (const [address, family] of outside) expect(isPublicAddress(address, family), address).toBe(true);
    const inside = [
      '127.0.0.1',
      '10.1.2.3',
      '172.20.0.1',
      '192.168.1.1',
      '169.254.169.254',
      '0.0.0.0',
      '100.64.1.1',
      '224.0.0.1',
      '255.255.255.255',
    ];
    for (const address of inside) expect(isPublicAddress(address, 4), address).toBe(false);
    for (const address of [
      '::1',
      '::',
      'fe80::1',
      'fc00::1',
      '::ffff:10.0.0.1',
      '64:ff9b::a00:1',
      '2002:a00:1::',
      '2001::1',
      'ff02::1',
    ]) {
      expect(isPublicAddress(address, 6), address).toBe(false);
    }
  });
});
