import { getMe, updateProfile, getPerson } from '@koinonia/contracts/identity.ts';
import { listMessages, markRead } from '@koinonia/contracts/chat.ts';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { beforeEach, describe, expect, test } from 'vitest';
import { withPageServer } from '../testing/page-server.ts';
import type { ApiError } from './api-error.ts';
import { answersBy, createRespond } from './authenticated-request.ts';
import { createSessionTokens } from './session-tokens.ts';

interface Seen {
  method: string | undefined;
  url: string | undefined;
  authorization: string | undefined;
  type: string | undefined;
  body: string;
}

const seen: Seen[] = [];
let tokensGiven = 0;
let lifetime = 300_000;
let signedOut = false;
let person = 'ana';
let signIns = 0;
/** The codes with which sessions have ended. */
let ended: (string | undefined)[] = [];
/** Whose token the browser's cookie gives. */
let holder = 'ana';
/** The tokens of somebody else that were reported to the page. */
let othersTokens: string[] = [];
/** The answers to the next calls for a token. */
let refusals: { status: number; error: string; code: string }[] = [];
let answer: (request: Seen, response: ServerResponse) => void;

async function read(request: IncomingMessage) {
  let body = '';
  for await (const chunk of request) body += String(chunk);
  return body;
}

function json(response: ServerResponse, status: number, body: unknown) {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
}

withPageServer(async (request, response) => {
  const { authorization, 'content-type': type } = request.headers;
  const one = { method: request.method, url: request.url, authorization, type, body: await read(request) };
  seen.push(one);
  if (one.url === '/api/session/token' && tokensGiven >= 0) {
    const refusal = refusals.shift();
    if (refusal !== undefined) return json(response, refusal.status, refusal);
    tokensGiven += 1;
    return json(response, 200, {
      token: `token-${tokensGiven}`,
      uid: holder,
      expiresAt: new Date(Date.now() + lifetime).toISOString(),
    });
  }
  answer(one, response);
});

function client() {
  const session = {
    isSignedOut: () => signedOut,
    person: () => person,
    signIns: () => signIns,
    ended: ({ code }: ApiError) => void ended.push(code),
    isAnothers: (token: string) => void othersTokens.push(token),
  };
  return answersBy(
    createRespond(
      createSessionTokens(() => {}),
      session,
    ),
    { timeout: 5000 },
  );
}

const calls = () => seen.filter((one) => one.url !== '/api/session/token');

beforeEach(() => {
  seen.length = 0;
  tokensGiven = 0;
  lifetime = 300_000;
  signedOut = false;
  person = 'ana';
  ended = [];
  holder = 'ana';
  othersTokens = [];
  refusals = [];
  answer = (_, response) => json(response, 200, { uid: 'ana' });
});

describe('a call', () => {
  test('carries the token and JSON', async () => {
    await client()(updateProfile, { body: { displayName: 'Ana' } });
    expect(calls()).toEqual([
      {
        method: 'POST',
        url: '/api/update-profile',
        authorization: 'Bearer token-1',
        type: 'application/json',
        body: '{"displayName":"Ana"}',
      },
    ]);
  });

  test('puts parameters where they belong', async () => {
    answer = (_, response) => json(response, 200, []);
    await client()(listMessages, { params: { id: 'a/b' }, query: { after: 4 } });
    expect(calls()[0]?.url).toBe('/api/chat/a%2Fb/messages?after=4');
  });

  test('leaves the type of a form to the browser', async () => {
    const form = new FormData();
    form.set('avatar', new Blob(['x']), 'x.png');
    await client()(updateProfile, { body: form });
    expect(calls()[0]?.type).toMatch(/^multipart\/form-data; boundary=/);
  });

  test('that answers with nothing gives nothing', async () => {
    answer = (_, response) => response.writeHead(204).end();
    expect(await client()(markRead, { params: { id: 'a' }, body: { seq: 1 } })).toBeUndefined();
  });
});

describe('the token', () => {
  test('is asked for once by calls that start together, and kept', async () => {
    const request = client();
    await Promise.all([request(getMe), request(getMe), request(getMe)]);
    await request(getMe);
    expect(tokensGiven).toBe(1);
  });

  test('is renewed when it has less than a minute left', async () => {
    lifetime = 50_000;
    const request = client();
    await request(getMe);
    await request(getMe);
    expect(tokensGiven).toBe(2);
  });

  test('is renewed once when the server refuses it', async () => {
    answer = (one, response) =>
      one.authorization === 'Bearer token-1'
        ? json(response, 401, { error: 'old', code: 'unauthenticated' })
        : json(response, 200, { uid: 'ana' });
    expect(await client()(getMe)).toEqual({ uid: 'ana' });
    expect(ended).toEqual([]);
  });
});

describe('somebody else who signs in meanwhile', () => {
  const send = () => client()(markRead, { params: { id: 'kitchen' }, body: { seq: 1 } });

  test('does not make the call that the first person’s token was refused for', async () => {
    answer = (_, response) => {
      person = 'ben';
      json(response, 401, { error: 'old', code: 'unauthenticated' });
    };
    await expect(send()).rejects.toThrow('No authenticated user');
    expect([calls().length, ended]).toEqual([1, []]);
  });

  test('does not make the call that waited for a token', async () => {
    const sending = send();
    person = 'ben';
    await expect(sending).rejects.toThrow('No authenticated user');
    expect([calls(), ended]).toEqual([[], []]);
  });

  test('gets neither the answer for the first person nor their deactivation', async () => {
    answer = (_, response) => {
      person = 'ben';
      json(response, 200, { uid: 'ana' });
    };
    await expect(client()(getMe)).rejects.toThrow('No authenticated user');
    answer = (_, response) => {
      person = 'ana';
      json(response, 403, { error: 'Deactivated', code: 'account_deactivated' });
    };
    await expect(client()(getMe)).rejects.toThrow('No authenticated user');
    expect(ended).toEqual([]);
  });

  test('makes no call, and repeats none, when the page has not heard of them: their token is not for the first person', async () => {
    answer = (_, response) => {
      holder = 'ben';
      json(response, 401, { error: 'old', code: 'unauthenticated' });
    };
    for (const _ of ['whose token is refused', 'who has none'])
      await expect(send()).rejects.toThrow('No authenticated user');
    expect([calls().length, ended, othersTokens]).toEqual([1, [], ['token-2', 'token-3']]);
  });

  test('stays signed in when the first person’s session turns out to have ended', async () => {
    tokensGiven = -1;
    answer = (_, response) => {
      person = 'ben';
      json(response, 401, { error: 'No session', code: 'unauthenticated' });
    };
    await expect(client()(getMe)).rejects.toThrow('No authenticated user');
    expect(ended).toEqual([]);
  });
});

test('somebody who has signed in again meanwhile stays signed in when their older session turns out to have ended', async () => {
  tokensGiven = -1;
  answer = (_, response) => {
    signIns += 1;
    tokensGiven = 0;
    answer = (__, next) => json(next, 200, { uid: 'ana' });
    json(response, 401, { error: 'No session', code: 'unauthenticated' });
  };
  expect(await client()(getMe)).toEqual({ uid: 'ana' });
  expect(ended).toEqual([]);
});

describe('a failure', () => {
  test.each([
    [{ error: 'Error of the server', message: 'no' }, 'Error of the server'],
    [{ message: 'Message of the server' }, 'Message of the server'],
    [{}, 'Request failed (418)'],
    ['<html>', 'Request failed (418)'],
  ])('with the body %j says %s', async (body, text) => {
    answer = (_, response) =>
      typeof body === 'string' ? response.writeHead(418).end(body) : json(response, 418, body);
    await expect(client()(getPerson, { params: { id: 'x' } })).rejects.toThrow(text);
  });

  test('tells its status, code and when to come back', async () => {
    answer = (_, response) => {
      response.setHeader('Retry-After', '7');
      json(response, 503, { error: 'Away', code: 'unavailable' });
    };
    await expect(client()(getMe)).rejects.toMatchObject({ status: 503, code: 'unavailable', retryAfter: 7000 });
  });

  test('of nobody being signed in asks the server nothing', async () => {
    signedOut = true;
    await expect(client()(getMe)).rejects.toThrow('No authenticated user');
    expect(seen).toEqual([]);
  });

  test('of a session that has ended signs the page out', async () => {
    tokensGiven = -1;
    answer = (_, response) => json(response, 401, { error: 'No session', code: 'unauthenticated' });
    await expect(client()(getMe)).rejects.toThrow('No authenticated user');
    expect(ended).toEqual(['unauthenticated']);
  });

  test.each(['session_ended', 'unauthenticated'])('of a session is asked for again: %s', async (code) => {
    const signedOutHere = { status: 401, error: 'You were signed out of this device.', code };
    refusals = Array.from({ length: 9 }, () => signedOutHere);
    setTimeout(() => (refusals = []), 300);
    expect(await client()(getMe)).toEqual({ uid: 'ana' });
    expect(ended).toEqual([]);
    refusals = [signedOutHere, signedOutHere];
    await expect(client()(getMe)).rejects.toThrow('No authenticated user');
    expect(ended).toEqual([code]);
  });

  test('of a deactivated account signs the page out', async () => {
    answer = (_, response) => json(response, 403, { error: 'Deactivated', code: 'account_deactivated' });
    await expect(client()(getMe)).rejects.toThrow('Deactivated');
    expect(ended).toEqual(['account_deactivated']);
  });

  test('of a deactivated account signs the page out when it asks for its next token, too', async () => {
    refusals = [{ status: 403, error: 'Deactivated', code: 'account_deactivated' }];
    await expect(client()(getMe)).rejects.toThrow('Deactivated');
    expect([ended, calls()]).toEqual([['account_deactivated'], []]);
  });

  test('of the call for a token is no refusal of the call that needs it: it may be made again later', async () => {
    refusals = [{ status: 403, error: 'You may not do this.', code: 'forbidden' }];
    const failure = await client()(markRead, { params: { id: 'kitchen' }, body: { seq: 1 } }).catch(
      (error: unknown) => error,
    );
    expect(failure).toMatchObject({ message: 'You may not do this.', status: 503 });
    expect([calls(), ended]).toEqual([[], []]);
  });

  test.each([
    ['a hotel’s network', '<h1>Welcome to our hotel</h1>', 'Request failed (401)'],
    ['a company’s gateway', '{"message":"Unauthorized"}', 'Unauthorized'],
    ['a gateway that counts its errors', '{"error":"Unauthorized","code":401}', 'Unauthorized'],
  ])('of %s that answers in the server’s place signs nobody out', async (_, body, message) => {
    answer = (__, response) => response.writeHead(401).end(body);
    await expect(client()(getMe)).rejects.toMatchObject({ message, isOurs: false });
    tokensGiven = -1;
    await expect(client()(getMe)).rejects.toMatchObject({ message, isOurs: false });
    expect(ended).toEqual([]);
  });

  test('of the network is no answer of the server', async () => {
    answer = (_, response) => response.destroy();
    await expect(client()(getMe)).rejects.toBeInstanceOf(TypeError);
    expect(ended).toEqual([]);
  });
});
