import { type Agent, request as httpRequest } from 'node:http';

export interface PlainAnswer {
  readonly status: number;
  readonly text: string;
}

/** A request whose path is sent unchanged: `fetch` would normalise malformed paths. */
export function plainRequest(
  origin: string,
  method: string,
  path: string,
  options: { headers?: Record<string, string>; body?: string; agent?: Agent } = {},
): Promise<PlainAnswer> {
  const { hostname, port } = new URL(origin);
  const { headers, agent } = options;
  return new Promise((resolve, reject) => {
    const asked = httpRequest({ hostname, port, method, path, headers, ...(agent && { agent }) }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (part: string) => (text += part));
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text })).on('error', reject);
    });
    asked.on('error', reject).end(options.body);
  });
}
