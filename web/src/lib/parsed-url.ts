/** The address that a text means, or null if it means none. As `URL.parse`, which browsers of 2023 lack. */
export function parsedUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}
