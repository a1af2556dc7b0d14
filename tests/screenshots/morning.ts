import type { Page } from '@playwright/test';
import { uploadAttachment, uploadAvatar, uploadGroupPicture } from '@koinonia/contracts/media.ts';
import type { SoloProcess } from '../support/solo-process.ts';
import { harbour, photograph, portrait } from './drawings.ts';
import { type Colleague, colleague, setBack } from './life.ts';

const faces = {
  ruth: { skin: '#8d5a3b', hair: '#1f1613', shirt: '#0b6b62', behind: '#f3d9b1', isLong: true },
  ben: { skin: '#f0c8a8', hair: '#a55a2a', shirt: '#34506b', behind: '#cfe3ea' },
  grace: { skin: '#5f3b26', hair: '#17100d', shirt: '#c8553d', behind: '#f6e3c5', isLong: true },
  maryam: { skin: '#d9a57e', hair: '#2e1f1a', shirt: '#7a5195', behind: '#e8dff0', isLong: true },
  haeun: { skin: '#f2cfae', hair: '#231a19', shirt: '#e0a458', behind: '#dcecdc', isLong: true },
  tevita: { skin: '#9a6544', hair: '#1b1412', shirt: '#31572c', behind: '#d5e8e4' },
} as const;

/** The chats of a base after a morning, for the screenshots. */
export async function liveAMorning(base: SoloProcess, camera: Page): Promise<void> {
  const accounts = [
    'ruth',
    'ben',
    'grace',
    'maryam',
    'olena',
    'haeun',
    'mateo',
    'analucia',
    'tevita',
    'leilani',
    'jonas',
  ];
  const all = new Map<string, Colleague>();
  for (const account of accounts) all.set(account, await colleague(base, account));
  const the = (account: string) => {
    const one = all.get(account);
    if (!one) throw new Error(`${account} is not here`);
    return one;
  };
  for (const [account, face] of Object.entries(faces))
    await the(account).uploads(uploadAvatar.path, 'avatar', await photograph(camera, portrait(face)), 'me.png');
  await talkInOtherChats(base, the);
  await planTheOutreach(base, the, await photograph(camera, harbour));
}

async function talkInOtherChats(base: SoloProcess, the: (account: string) => Colleague): Promise<void> {
  const ruth = the('ruth');
  const others: [minutesAgo: number, isRead: boolean, from: string, text: string, name?: string][] = [
    [7500, true, 'leilani', 'The guest house has two rooms from Monday.'],
    [4300, true, 'jonas', 'Three guitars, two drums, and nobody who sings bass.', 'Worship Team'],
    [1700, true, 'mateo', '¡Gracias a Dios! Le dieron el trabajo.'],
    [230, true, 'tevita', 'The boat is repaired. We sail on Thursday 🎉'],
    [150, true, 'analucia', 'We are 46 for lunch, and I have eleven kilos of carrots.', 'Kitchen'],
    [95, false, 'olena', 'Дякую! Побачимось о сьомій.'],
    [64, true, 'ben', 'Could you cover my shift on Friday?'],
    [26, false, 'maryam', 'شكرًا، نصلّي من أجلكم 🙏'],
  ];
  for (const [minutesAgo, isRead, from, text, name] of others) {
    const company = name === undefined ? [the(from)] : [the(from), the('grace'), the('haeun'), the('tevita')];
    const chat = await ruth.opens(company, name);
    await ruth.says(chat, 'Good morning!');
    const { seq } = await the(from).says(chat, text);
    if (isRead) await ruth.reads(chat, seq);
    await setBack(base, chat, minutesAgo, 3);
  }
}

async function planTheOutreach(base: SoloProcess, the: (account: string) => Colleague, photo: Buffer): Promise<void> {
  const [ruth, grace, tevita, haeun, maryam] = [the('ruth'), the('grace'), the('tevita'), the('haeun'), the('maryam')];
  const chat = await ruth.opens([grace, tevita, haeun, maryam, the('jonas')], 'Outreach to the Islands');
  await ruth.uploads(uploadGroupPicture.path.replace(':id', chat.id), 'picture', photo, 'harbour.png');
  const url = await tevita.uploads(uploadAttachment.path.replace(':id', chat.id), 'attachment', photo, 'harbour.png');
  const question = await grace.says(chat, 'How many of us fit into the boat, with all the boxes?');
  await tevita.says(chat, 'Twelve, if nobody brings a piano.', { replyTo: question.seq }).then(async (message) => {
    for (const one of [ruth, grace, maryam, haeun]) await one.reactsTo(message, '😂');
  });
  await maryam.says(chat, 'سأصلّي من أجل الطقس يوم الخميس.').then((message) => grace.reactsTo(message, '🙏'));
  await tevita.says(chat, 'This is how she looks this morning.', { attachmentUrl: url }).then(async (message) => {
    for (const one of [ruth, grace, haeun]) await one.reactsTo(message, '❤️');
    await maryam.reactsTo(message, '🎉');
  });
  const { seq } = await haeun.says(chat, '@Ruth Adeyemi the list of medicines is ready 👍', { mentions: [ruth.uid] });
  await ruth.reads(chat, seq);
  await setBack(base, chat, 4, 3);
}
