import type { Migrations } from '@koinonia/kit/stores/database.ts';
import * as chats from './2026-11-21-chats.ts';
import * as commitSends from './2026-11-21-commit-sends.ts';
import * as keptAttachments from './2026-11-21-kept-attachments.ts';
import * as liveMessages from './2026-11-21-live-messages.ts';
import * as changeMessage from './2026-11-21-messages-change.ts';
import * as commitMessages from './2026-11-21-messages-commit.ts';
import * as settings from './2026-11-21-settings.ts';
import * as filesGoAway from './2026-11-22-files-go-away.ts';
import * as groupPictures from './2026-11-22-group-pictures.ts';
import * as ownWords from './2026-11-23-own-words.ts';
import * as commitByIndex from './2026-11-24-commit-by-index.ts';
import * as membersInOrder from './2026-11-25-members-in-order.ts';
import * as withoutCommitSends from './2026-11-26-without-commit-sends.ts';
import * as commitAlone from './2026-11-27-commit-alone.ts';
import * as usualLetters from './2026-11-28-usual-letters.ts';
import * as changesBeforeChats from './2026-11-29-changes-before-chats.ts';
import * as filesGoWithRows from './2026-11-30-files-go-with-deleted-rows.ts';
import * as apostrophes from './2026-12-01-apostrophes.ts';

export const migrations: Migrations = {
  '2026-11-21-chats': chats,
  '2026-11-21-commit-sends': commitSends,
  '2026-11-21-kept-attachments': keptAttachments,
  '2026-11-21-live-messages': liveMessages,
  '2026-11-21-messages-change': changeMessage,
  '2026-11-21-messages-commit': commitMessages,
  '2026-11-21-settings': settings,
  '2026-11-22-files-go-away': filesGoAway,
  '2026-11-22-group-pictures': groupPictures,
  '2026-11-23-own-words': ownWords,
  '2026-11-24-commit-by-index': commitByIndex,
  '2026-11-25-members-in-order': membersInOrder,
  '2026-11-26-without-commit-sends': withoutCommitSends,
  '2026-11-27-commit-alone': commitAlone,
  '2026-11-28-usual-letters': usualLetters,
  '2026-11-29-changes-before-chats': changesBeforeChats,
  '2026-11-30-files-go-with-deleted-rows': filesGoWithRows,
  '2026-12-01-apostrophes': apostrophes,
};
