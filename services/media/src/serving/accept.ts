/**
 * Whether a browser prefers WebP at least as much as JPEG, by its `Accept` header (RFC 9110, section 12.5.1). Every current
 * browser names WebP; without a header, every format is accepted.
 */
export function acceptsWebp(accept: string | undefined): boolean {
  if (accept === undefined || accept.trim() === '') return true;
  const ranges = accept.split(',').map(parseRange);
  const webp = qualityOf('image/webp', ranges);
  return webp > 0 && webp >= qualityOf('image/jpeg', ranges);
}

interface MediaRange {
  readonly type: string;
  readonly quality: number;
}

function parseRange(text: string): MediaRange {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const told = parameters.find((parameter) => parameter.startsWith('q='));
  const quality = told === undefined ? 1 : Number(told.slice(2));
  return { type, quality: Number.isFinite(quality) ? quality : 0 };
}

/** The most specific entry counts. */
function qualityOf(type: string, ranges: readonly MediaRange[]): number {
  for (const candidate of [type, 'image/*', '*/*']) {
    const range = ranges.find((one) => one.type === candidate);
    if (range) return range.quality;
  }
  return 0;
}
