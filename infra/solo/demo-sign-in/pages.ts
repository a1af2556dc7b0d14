import { escapeHtml } from '@koinonia/kit/http/escape-html.ts';
import type { DemoPerson } from './people.ts';

export const stylesPath = '/demo-sign-in.css';

const page = (title: string, content: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<link rel="stylesheet" href="${stylesPath}">
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
${content}
</main>
</body>
</html>
`;

/** Everyone as a button of one form; works without scripts, with the keyboard, and in a narrow popup. */
export function choicePage(people: readonly DemoPerson[]): string {
  return page(
    'Choose who you are',
    `<p>This demo sign-in stands in for Google. Everyone here is made up, and no password is asked.</p>
<form method="post">
<ul>
${people.map(choice).join('\n')}
</ul>
<button class="cancel" name="person" value="">Cancel</button>
</form>`,
  );
}

const choice = ({ sub, name, email, note }: DemoPerson) => `<li><button name="person" value="${escapeHtml(sub)}">
<span class="initial" aria-hidden="true">${escapeHtml(initialOf(name))}</span>
<span class="who"><span class="name"><bdi>${escapeHtml(name)}</bdi></span> <span class="email">${escapeHtml(email)}</span></span>
${note && `<span class="note">${escapeHtml(note)}</span>`}
</button></li>`;

const initialOf = (name: string) => ([...name][0] ?? '').toLocaleUpperCase();

export const errorPage = (text: string) =>
  page(
    'Sign-in stopped',
    `<p>${escapeHtml(text)}</p>
<p>Please close this window and sign in again.</p>`,
  );
