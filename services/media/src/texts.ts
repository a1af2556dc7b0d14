import { maxFrames, maxPixels, maxPixelsOfRows } from './images/image-limits.ts';

/** With a tenth where the limit has one: '1.5'. Rounded down, so that a file of that size is taken. */
const megabytes = (bytes: number) => Math.floor((bytes / 1024 / 1024) * 10) / 10;
const millions = (pixels: number) => pixels / 1_000_000;

/** Messages for people whose request is refused. */
export const texts = {
  noFile: 'No file selected',
  oneFile: 'Please send one file at a time.',
  fileAlone: 'Please send the file alone.',
  endedEarly: 'The upload ended early. Please try again.',
  notAnImage: 'Only images allowed',
  damagedImage: 'This image is damaged and cannot be read.',
  damagedFile: 'This file is damaged and cannot be read.',
  avatarTooLarge: (bytes: number) => `Image too large. Must be under ${megabytes(bytes)}MB.`,
  tooManyPixels: [
    `This image is too large to be shown. It can have ${millions(maxPixels)} million pixels,`,
    `or ${millions(maxPixelsOfRows)} million in a photo as a camera saves it,`,
    `and ${maxFrames.toLocaleString('en')} frames at most.`,
  ].join(' '),
  fileTooLarge: (bytes: number) => `This file is too large. Files can have up to ${megabytes(bytes)} MB.`,
  enoughForToday: (bytes: number) =>
    `That is as much as one person can send in a day (${megabytes(bytes)} MB). Please try again later.`,
  diskFull: 'There is no room for more files at the moment. Please tell whoever looks after this server.',
  ownFirst: 'Your other files are still being uploaded. Please try again in a moment.',
  othersFirst: 'Too many files are being uploaded at the moment. Please try again in a moment.',
  noPersonId: 'This is not the id of a person.',
  noSuchPart: 'The file has no such part.',
  imageFailed: 'This image could not be prepared.',
} as const;
