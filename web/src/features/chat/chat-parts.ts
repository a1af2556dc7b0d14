import { createContext } from 'react';
import type { Outbox } from '../../lib/outbox/outbox.ts';
import type { ChosenFiles } from './writing/chosen-files.ts';
import type { OpenChatPresence } from './api/open-chat-presence.ts';
import type { LocalPictures } from './pictures/local-pictures.ts';
import type { OpenedChats } from './messages/opened-chats.ts';
import type { PictureViewer } from './pictures/picture-viewer.ts';
import type { ReactionWishes } from './messages/reaction-wishes.ts';
import type { ReadPositions } from './reading/read-positions.ts';
import type { UploadProgress } from './writing/upload-progress.ts';
import type { Writings } from './writing/writing.ts';

export interface ChatParts {
  readonly uid: string;
  readonly openedChats: OpenedChats;
  readonly reads: ReadPositions;
  readonly outbox: Outbox;
  readonly progress: UploadProgress;
  readonly chosen: ChosenFiles;
  readonly reactions: ReactionWishes;
  readonly writings: Writings;
  readonly localPictures: LocalPictures;
  readonly viewer: PictureViewer;
  readonly presence: OpenChatPresence;
}

/** In a file of its own, so that the context stays the same object when hot reload replaces the provider. */
export const ChatContext = createContext<ChatParts | null>(null);
