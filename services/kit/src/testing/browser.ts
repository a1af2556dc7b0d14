/** A cookie as a browser keeps it. */
interface KeptCookie {
  name: string;
  value: string;
  host: string;
  path: string;
  /** The attributes of `Set-Cookie` after the value, in lower case, such as `httponly` or `max-age=600`. */
  attributes: string[];
}

/** Where requests to one origin are really sent, and which headers are added on the way. */
interface Detour {
  from: string;
  to: string;
  headers: () => Promise<Record<string, string>>;
}

/**
 * A browser's handling of cookies: it keeps those of each host and path, sends `Secure` ones over https only, and accepts
 * `__Host-` ones only when they follow the rules. It follows no redirect by itself; a test goes step by step.
 */
export function createTestBrowser(detour?: Detour) {
  let cookies: KeptCookie[] = [];

  function cookiesFor(url: URL): string {
    return cookies
      .filter(({ host, path }) => host === url.hostname && url.pathname.startsWith(path))
      .filter(({ attributes }) => url.protocol === 'https:' || !attributes.includes('secure'))
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ');
  }

  function keep(url: URL, line: string): void {
    const [pair = '', ...rest] = line.split(';').map((part) => part.trim());
    const [name = '', value = ''] = pair.split(/=(.*)/s);
    const attributes = rest.map((attribute) => attribute.toLowerCase());
    const path = /(?:^|;)\s*path=([^;]*)/i.exec(rest.join(';'))?.[1] ?? '/';
    const isHostBound =
      attributes.includes('secure') && path === '/' && !attributes.some((a) => a.startsWith('domain='));
    if (name.startsWith('__Host-') && !isHostBound) return;
    cookies = cookies.filter((cookie) => cookie.name !== name || cookie.host !== url.hostname || cookie.path !== path);
    if (!hasEnded(rest)) cookies.push({ name, value, host: url.hostname, path, attributes });
  }

  return {
    async ask(address: string, init: RequestInit = {}): Promise<Response> {
      const url = new URL(address);
      const detoured = detour && url.origin === detour.from ? detour : undefined;
      const headers = new Headers(init.headers);
      const cookie = cookiesFor(url);
      if (cookie) headers.set('cookie', cookie);
      for (const [name, value] of Object.entries((await detoured?.headers()) ?? {})) headers.set(name, value);
      const target = detoured ? detoured.to + url.pathname + url.search : url.href;
      const answer = await fetch(target, { ...init, headers, redirect: 'manual' });
      for (const line of answer.headers.getSetCookie()) keep(url, line);
      return answer;
    },
    cookies: () => cookies,
  };
}

export type TestBrowser = ReturnType<typeof createTestBrowser>;

function hasEnded(attributes: string[]): boolean {
  return attributes.some((attribute) => {
    const [name, value = ''] = attribute.split(/=(.*)/s);
    if (name?.toLowerCase() === 'max-age') return Number(value) <= 0;
    return name?.toLowerCase() === 'expires' && Date.parse(value) <= Date.now();
  });
}

/** The address that an answer redirects to, as an absolute URL. */
export function locationOf(answer: Response, base: string): string {
  const location = answer.headers.get('location');
  if (location === null) throw new Error(`the answer with ${answer.status} sends nowhere`);
  return new URL(location, base).href;
}
