/** Text that was put together with `html`, in which everything strange has been made harmless. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? '');

type Part = string | number | null | Html | readonly Html[];

const textOf = (part: Part): string => {
  if (part === null) return '';
  if (part instanceof Html) return part.text;
  return typeof part === 'object' ? part.map(({ text }) => text).join('') : escaped(String(part));
};

/** A template in which whatever is filled in is text, unless it is `Html` itself. */
export function html(pieces: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(
    pieces.map((piece, index) => piece + (index < parts.length ? textOf(parts[index] ?? null) : '')).join(''),
  );
}

// Nothing is run or fetched, whatever somebody called themselves: it is opened from a disk, where no header protects it.
const policy = "default-src 'none'; style-src 'unsafe-inline'";

const style = new Html(`
  :root { color-scheme: light dark; font: 17px/1.5 system-ui, sans-serif; }
  body { max-width: 44rem; margin: 2rem auto; padding: 0 1rem; overflow-wrap: anywhere; }
  h1, h2 { font-family: 'Iowan Old Style', Palatino, Georgia, serif; line-height: 1.25; }
  table { border-collapse: collapse; } th, td { padding: .25rem 1rem .25rem 0; text-align: start; vertical-align: top; }
  article { margin: 1rem 0; padding: .75rem 1rem; border: 1px solid #8886; border-radius: 14px; }
  article p { margin: 0; white-space: pre-wrap; } small { opacity: .75; }
`);

export const pageTop = (title: string) =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${policy}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <style>
          ${style}
        </style>
      </head>
      <body>
        <h1 dir="auto">${title}</h1>
     `;

export const pageEnd = html`</body></html> `;

/** The way from a file of the zip to another; `up` is how to get to the top of it. */
export const linkTo = (place: string, up: '' | '../') => up + place.split('/').map(encodeURIComponent).join('/');

const moment = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });

/** An instant for a reader. */
export const when = (instant: string) => `${moment.format(new Date(instant))} UTC`;
