/** The address in a text, or null if it is none. Like `URL.parse`, which browsers of 2023 lack. */
export function parsedUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}
