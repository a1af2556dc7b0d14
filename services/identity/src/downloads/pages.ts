import type { OwnChat, OwnMessage } from '@koinonia/contracts/chat-internal.ts';
import type { OwnFile } from '@koinonia/contracts/media-internal.ts';
import type { OwnData } from '../own-data/present.ts';
import { type Html, html, linkTo, pageEnd, pageTop, when } from './html.ts';
import { attachmentIdOf } from './places.ts';

/** Where the files of the zip are, by their ids: only to these there are links. */
export type PlacesOfFiles = ReadonlyMap<string, string>;

/** A chat with its title for the reader, and the place of its page. */
export interface ListedChat extends OwnChat {
  readonly title: string;
  readonly place: string;
}

const row = (name: string, value: string) =>
  html`<tr>
    <th scope="row">${name}</th>
    <td dir="auto">${value}</td>
  </tr> `;

/** What the reader sees of the profile, in this order. The type asks about each field; null: only in `data`, for programs. */
const profileRows = (profile: OwnData['profile']): Record<keyof OwnData['profile'], Html | null> => ({
  displayName: row('Name', profile.displayName),
  email: row('Email', profile.email),
  phone: row('Phone', profile.phone),
  role: row('Role', profile.role),
  theme: row('Theme', profile.theme),
  groups: row('Groups', profile.groups.join(', ')),
  memberships: html`${profile.memberships.map(({ group, since }) => row(`In ${group} since`, when(since)))}`,
  createdAt: row('Here since', when(profile.createdAt)),
  uid: null,
  photoURL: null,
  active: null,
  deletionRequestedAt: null,
});

/** The first page: the person's profile, their devices, recorded acts, and links to the rest. */
export function firstPage(own: OwnData, chats: readonly ListedChat[]): Html {
  const { profile } = own;
  return html`${pageTop('Everything that is stored about you')}
    <p>
      Made on ${when(own.exportedAt)}. What others wrote is theirs and is not included, and nothing is left of messages
      that you deleted. The folder <code>data</code> holds the same for programs.
    </p>
    <h2>Profile</h2>
    <table>
      ${Object.values(profileRows(profile)).filter((shown) => shown !== null)}
    </table>
    <h2>Chats</h2>
    <ul>
      ${chats.map(listedChat)}
    </ul>
    <p><a href="files.html">Files that you sent</a></p>
    <h2>Devices</h2>
    <table>
      ${own.devices.map((device) =>
        row(device.device, [device.address, `last seen ${when(device.lastSeenAt)}`].filter(Boolean).join(', ')),
      )}
    </table>
    <h2>What was done by you or to you</h2>
    <table>
      ${own.acts.map(actRow)}
    </table>
    ${pageEnd}`;
}

const listedChat = ({ title, place, messages, leftAt }: ListedChat) =>
  html`<li dir="auto">
    <a href="${linkTo(place, '')}">${title}</a> (${messages} of your messages${leftAt === null ? '' : ', left'})
  </li> `;

function actRow({ at, act, byMyself, before, after, address, device }: OwnData['acts'][number]): Html {
  const states = [before, after].filter((state) => state !== null).map((state) => JSON.stringify(state));
  const from = byMyself ? [device, address].filter(Boolean).join(', ') : 'by somebody else';
  return row(when(at), [act, states.join(' → '), from].filter(Boolean).join('; '));
}

export function messageInPage(message: OwnMessage, places: PlacesOfFiles): Html {
  const { createdAt, editedAt, replyTo, text, earlier, attachment } = message;
  const place = places.get(attachmentIdOf(message) ?? '');
  const name = attachment?.name ?? 'Attachment';
  return html`<article id="m${message.seq}">
    <small
      >${when(createdAt)}${replyTo === null ? '' : `, a reply to message ${replyTo}`}${editedAt === null ? '' : `, edited ${when(editedAt)}`}</small
    >
    <p dir="auto">${text}</p>
    ${place === undefined ? null : html`<a dir="auto" href="${linkTo(place, '../')}">${name}</a>`}
    ${place === undefined && attachment !== null ? html`<span dir="auto">${name}</span>` : null}
    ${earlier.map((version) => html`<p dir="auto"><small>Before, ${when(version.writtenAt)}: ${version.text}</small></p> `)}
  </article> `;
}

/** Pictures of people and groups have no names of their own. */
const nameless = { avatar: 'Photo of you', 'group-picture': 'Picture of a group', attachment: 'Attachment' } as const;

export function fileInPage(file: OwnFile, places: PlacesOfFiles): Html {
  const place = places.get(file.id);
  const name = file.name || nameless[file.kind];
  return html`<li dir="auto">
    ${place === undefined ? name : html`<a href="${linkTo(place, '')}">${name}</a>`}
    <small>${when(file.sentAt)}, ${file.size} bytes${place === undefined ? ', could not be read' : ''}</small>
  </li> `;
}
