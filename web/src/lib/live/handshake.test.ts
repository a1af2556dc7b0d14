import { expect, test } from 'vitest';
import { createHandshake } from './handshake.ts';

/** A handshake whose tokens come when the test says so, in any order, and what each connection was given. */
function waiting() {
  const tokens: PromiseWithResolvers<string>[] = [];
  const given: [connection: string, token: string | undefined][] = [];
  const handshake = createHandshake(() => {
    tokens.push(Promise.withResolvers());
    return tokens.at(-1)!.promise;
  });
  const connect = (connection: string) => handshake.auth(({ token }) => void given.push([connection, token]));
  return { tokens, given, connect, end: handshake.end };
}

test('a connection gets its token, or none where there is none', async () => {
  const { tokens, given, connect } = waiting();
  connect('first');
  tokens[0]!.resolve('token');
  await expect.poll(() => given).toEqual([['first', 'token']]);
  connect('second');
  tokens[1]!.reject(new TypeError('Failed to fetch'));
  await expect
    .poll(() => given)
    .toEqual([
      ['first', 'token'],
      ['second', undefined],
    ]);
});

test('a token that comes after the next connection has begun is not sent on that one, and neither is its failure', async () => {
  const { tokens, given, connect } = waiting();
  for (const connection of ['first', 'second', 'third']) connect(connection);
  tokens[0]!.resolve('late');
  tokens[1]!.reject(new TypeError('Failed to fetch'));
  tokens[2]!.resolve('token');
  await expect.poll(() => given).toEqual([['third', 'token']]);
});

test('a token that comes between two connections is sent on neither', async () => {
  const { tokens, given, connect, end } = waiting();
  connect('first');
  end();
  tokens[0]!.resolve('late');
  await tokens[0]!.promise;
  connect('second');
  tokens[1]!.resolve('token');
  await expect.poll(() => given).toEqual([['second', 'token']]);
});
