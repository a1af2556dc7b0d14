/** The value of a cookie in a `Cookie` header; the first one if there are several. */
export function cookieValue(header: string | undefined, name: string): string | null {
  for (const pair of header?.split(';') ?? []) {
    const [key, ...value] = pair.split('=');
    if (key?.trim() === name) return decoded(value.join('=').trim());
  }
  return null;
}

/** Whether a `Cookie` header has a cookie whose name begins with this. */
export const hasCookie = (header: string | undefined, prefix: string): boolean =>
  header?.split(';').some((pair) => pair.trimStart().startsWith(prefix)) ?? false;

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
