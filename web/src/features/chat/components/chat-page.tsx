import { lazy, Suspense, useCallback, useRef, useState } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { narrowScreen, useMedia } from '../../../lib/use-media.ts';
import { useTitle } from '../../../lib/use-title.ts';
import { useChats } from '../api/use-chats.ts';
import { useOpenChat } from '../api/use-company.ts';
import { useLeaveWhenDeleted } from '../api/use-leave-when-deleted.ts';
import { usePaneFocus } from '../api/use-pane-focus.ts';
import { useChatParts } from '../chat-context.tsx';
import { faceOf } from '../model/chat-title.ts';
import { texts } from '../texts.ts';
import styles from './chat-page.module.css';
import { PictureViewerPlace } from './attachments/viewer/picture-viewer-place.tsx';
import { ChatListPane } from './list/chat-list-pane.tsx';
import { ListPlace } from './list/list-place.ts';
import { ChatMissing, NoChatChosen } from './chat-placeholders.tsx';
import { ConnectionNote } from './connection-note.tsx';
import { Conversation } from './conversation/conversation.tsx';

const ChatInfo = lazy(() => import('./info/chat-info.tsx').then((module) => ({ default: module.ChatInfo })));
const NewChatDialog = lazy(() =>
  import('./new-chat/new-chat-dialog.tsx').then((module) => ({ default: module.NewChatDialog })),
);

/** List, conversation and info side by side; one at a time where the screen is narrow. */
export function ChatPage() {
  const { id } = useParams();
  const { uid } = useChatParts();
  const navigate = useNavigate();
  const narrow = useMedia(narrowScreen);
  const list = useChats();
  const [info, setInfo] = useState(false);
  const closeInfo = useCallback(() => setInfo(false), []);
  const [creating, setCreating] = useState(false);
  const [words, setWords] = useState('');
  const [place] = useState(() => new ListPlace());

  const chat = list.chats.find((one) => one.id === id);
  const face = chat && faceOf(chat, list.directory, uid);
  useTitle(face?.title ?? texts.title);

  useOpenChat(id);
  useLeaveWhenDeleted(id, closeInfo);

  const shows = narrow ? (info && id !== undefined ? 'info' : id === undefined ? 'list' : 'conversation') : 'all';
  const page = useRef<HTMLDivElement>(null);
  usePaneFocus(page, shows, id);
  const openChat = (chatId: string) => {
    setCreating(false);
    setInfo(false);
    void navigate(`/chat/${chatId}`);
  };

  const look = (wanted: string) => {
    setWords(wanted);
    if (wanted.trim() === '') place.narrowed(undefined);
  };

  const leaveChat = () => {
    setInfo(false);
    void navigate('/chat', { replace: true });
  };

  return (
    <div ref={page} className={styles.page} data-whole-screen={narrow && id !== undefined ? '' : undefined}>
      <h1 className="visually-hidden">{texts.title}</h1>
      <ConnectionNote />
      <div className={styles.panes}>
        {(shows === 'list' || shows === 'all') && (
          <ChatListPane
            {...list}
            words={words}
            onWords={look}
            place={place}
            openId={id}
            onNewChat={() => setCreating(true)}
            onOpen={closeInfo}
          />
        )}
        {(shows === 'conversation' || shows === 'all') && (
          <section className={styles.conversation} aria-label={face?.title ?? texts.title}>
            {id === undefined ? (
              <NoChatChosen />
            ) : chat !== undefined && face !== undefined ? (
              <Conversation
                key={id}
                chat={chat}
                face={face}
                infoOpen={info}
                onInfo={() => setInfo(!info)}
                {...(narrow && { onBack: () => navigate('/chat') })}
              />
            ) : (
              <ChatMissing known={list.complete || list.failed} />
            )}
          </section>
        )}
        {info && shows !== 'list' && (
          <Suspense fallback={null}>
            <ChatInfo
              key={id}
              chat={chat}
              face={face}
              directory={list.directory}
              narrow={narrow}
              onClose={closeInfo}
              onOpenChat={openChat}
              onLeft={leaveChat}
            />
          </Suspense>
        )}
      </div>
      <PictureViewerPlace directory={list.directory} />
      {creating && (
        <Suspense fallback={null}>
          <NewChatDialog onClose={() => setCreating(false)} onCreated={openChat} />
        </Suspense>
      )}
    </div>
  );
}
