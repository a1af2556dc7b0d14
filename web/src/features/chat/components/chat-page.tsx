import { useEffect, useRef, useState } from 'react';
import { useParams } from 'react-router-dom';
import { lazyPart } from '../../../components/ui/lazy-part.tsx';
import { onceOpen } from '../../../lib/once-open.ts';
import { useFailureToast } from '../../../lib/use-failure-toast.ts';
import { useOnline } from '../../../lib/use-online.ts';
import { useTitle } from '../../../lib/use-title.ts';
import { useChats } from '../api/use-chats.ts';
import { useOpenChat } from '../api/use-presence.ts';
import { useChatParts } from '../chat-context.tsx';
import { faceOf } from '../model/chat-title.ts';
import { texts } from '../texts.ts';
import styles from './chat-page.module.css';
import { PictureViewerPlace } from './attachments/viewer/picture-viewer-place.tsx';
import { ChatListPane } from './list/chat-list-pane.tsx';
import { useListSearch } from './list/use-list-search.ts';
import { ConversationPane } from './conversation/conversation-pane.tsx';
import { usePanes } from './panes/use-panes.ts';

const ChatInfo = lazyPart(() => import('./info/chat-info.tsx').then((module) => module.ChatInfo));
const NewChatDialog = lazyPart(() => import('./new-chat/new-chat-dialog.tsx').then((module) => module.NewChatDialog));

/** Loads these parts early, because nothing shows until they are loaded. */
function fetchAhead() {
  for (const part of [ChatInfo, NewChatDialog]) void part.fetch();
}

/** List, conversation and info side by side; one at a time where the screen is narrow. */
export function ChatPage() {
  const { id } = useParams();
  const { uid } = useChatParts();
  const list = useChats();
  const online = useOnline();
  const page = useRef<HTMLDivElement>(null);
  const chat = list.chats.find((one) => one.id === id);
  const panes = usePanes(page, { id, isHere: chat !== undefined });
  const search = useListSearch();
  const [creating, setCreating] = useState(false);
  const about = { chat, face: chat && faceOf(chat, list.directory, uid) };
  useTitle(about.face?.title ?? texts.title);
  useOpenChat(id);
  useFailureToast(list.refusal, texts.chatsFailed);
  useEffect(() => onceOpen(fetchAhead), []);

  return (
    <div ref={page} className={styles.page}>
      <h1 className="visually-hidden">{texts.title}</h1>
      <div className={styles.panes}>
        {panes.list && <ChatListPane {...list} {...search} {...panes.list} onNewChat={() => setCreating(true)} />}
        {panes.conversation && (
          <ConversationPane
            {...about}
            {...panes.conversation}
            list={list.complete ? 'ready' : list.failed || !online ? 'failed' : 'loading'}
            onRetry={list.retry}
          />
        )}
        {panes.info && <ChatInfo key={id} {...about} {...panes.info} directory={list.directory} />}
      </div>
      <PictureViewerPlace key={id} directory={list.directory} />
      {creating && (
        <NewChatDialog
          onClose={() => setCreating(false)}
          onCreated={(chatId) => {
            setCreating(false);
            panes.onOpenChat(chatId);
          }}
        />
      )}
    </div>
  );
}
