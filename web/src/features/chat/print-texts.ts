import { formatCount } from '../../lib/format.ts';

export const printTexts = {
  title: 'Print this chat',
  gathering: 'Gathering the messages...',
  soFar: (count: number) => `${formatCount(count)} so far`,
  pictures: 'Gathering names and pictures...',
  picturesSoFar: (done: number, of: number) =>
    `${formatCount(done)} of ${of === 1 ? '1 picture' : `${formatCount(of)} pictures`}`,
  missing: (pictures: number) =>
    pictures === 1
      ? '1 picture could not be loaded and is missing.'
      : `${formatCount(pictures)} pictures could not be loaded and are missing.`,
  all: (count: string) => `${count}, from the first to the newest.`,
  newest: (count: string, from: string) => `The newest ${count}, from ${from} on. Earlier ones are not printed.`,
  failed: 'The messages could not be loaded.',
  print: 'Print',
  others: (count: number) => ` and ${count} others`,
  count: (messages: number) => (messages === 1 ? '1 message' : `${formatCount(messages)} messages`),
  printedOn: (day: string) => `Printed on ${day}`,
  earlierLeftOut: (from: string) => `This begins on ${from}. Earlier messages are not printed.`,
  askForAll: '“Print this chat” in Chat Info prints them, too.',
  laterLeftOut: 'Later messages are not printed.',
} as const;
