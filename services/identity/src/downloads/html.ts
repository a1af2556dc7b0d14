import { escapeHtml } from '@koinonia/kit/http/escape-html.ts';

/** Text made by `html`, in which all inserted text is escaped. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Part = string | number | null | Html | readonly Html[];

const textOf = (part: Part): string => {
  if (part === null) return '';
  if (part instanceof Html) return part.text;
  return typeof part === 'object' ? part.map(({ text }) => text).join('') : escapeHtml(String(part));
};

/** A template that escapes all inserted values, except `Html` itself. */
export function html(pieces: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(
    pieces.map((piece, index) => piece + (index < parts.length ? textOf(parts[index] ?? null) : '')).join(''),
  );
}

// Forbids scripts and requests, whatever names people chose: the file is opened from a disk, without protecting headers.
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

/** The link from one file of the zip to another; `up` leads to its top folder. */
export const linkTo = (place: string, up: '' | '../') => up + place.split('/').map(encodeURIComponent).join('/');

const moment = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });

/** An instant in words. */
export const when = (instant: string) => `${moment.format(new Date(instant))} UTC`;
