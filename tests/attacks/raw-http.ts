import { connect } from 'node:net';

/** Sends raw bytes, and returns everything that is answered until the connection ends, or until `within` ms have passed. */
export function rawHttp(origin: string, bytes: string, within = 30_000): Promise<string> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    let answer = '';
    socket.setTimeout(within, () => socket.destroy());
    socket.setEncoding('latin1');
    socket.on('data', (chunk: string) => (answer += chunk));
    socket.on('close', () => resolve(answer));
    socket.on('error', (error) => (answer === '' ? reject(error) : resolve(answer)));
    socket.write(bytes, 'latin1');
  });
}

/** The lines of a request's head, and its body, as bytes. */
export const requestOf = (lines: readonly string[], body = '') => `${[...lines, '', ''].join('\r\n')}${body}`;

/** The statuses of all answers on one connection. */
export const statusesOf = (answer: string) =>
  [...answer.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => Number(status));
