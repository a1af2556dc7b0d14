import type { Chat } from '@koinonia/contracts/chat.ts';
import { useState } from 'react';
import { Avatar } from '../../../../components/ui/avatar.tsx';
import { Button } from '../../../../components/ui/button.tsx';
import { Icon, type IconName } from '../../../../components/ui/icon.tsx';
import { lazyPart } from '../../../../components/ui/lazy-part.tsx';
import type { Directory } from '../../../../lib/people.ts';
import { useLeaveGroup } from '../../api/use-change-group.ts';
import type { ChatFace } from '../../model/chat-title.ts';
import { texts } from '../../texts.ts';
import { groupTexts } from '../../group-texts.ts';
import { printTexts } from '../../print-texts.ts';
import { attachmentListTexts } from '../../attachment-list-texts.ts';
import { searchTexts } from '../../search-texts.ts';
import styles from './chat-info.module.css';
import { DeleteChatDialog } from '../peek/delete-chat-dialog.tsx';
import { ConfirmDialog } from '../../../../components/ui/confirm-dialog.tsx';
import { GroupMembers } from './group-members.tsx';
import { GroupName } from './group-name.tsx';
import { GroupPicture } from './group-picture.tsx';

const PrintDialog = lazyPart(() => import('../print/print-dialog.tsx').then((module) => module.PrintDialog));

interface AboutChatProps {
  chat: Chat;
  face: ChatFace;
  directory: Directory;
  onShow: (what: 'attachments' | 'search') => void;
  onOpenChat: (chatId: string) => void;
}

/** The people of a chat, with the ways to its search and files, and to leave or delete it. */
export function AboutChat({ chat, face, directory, onShow, onOpenChat }: AboutChatProps) {
  return (
    <>
      <div className={styles.face}>
        {chat.isGroup ? (
          <>
            <GroupPicture chat={chat} face={face} />
            <GroupName chat={chat} title={face.title} />
          </>
        ) : (
          <>
            <Avatar id={face.tintId} name={face.title} photoURL={face.photoURL} size="huge" />
            <p className={styles.name} dir="auto">
              {face.title}
            </p>
          </>
        )}
        <p className={styles.type}>{chat.isGroup ? texts.groupType : texts.directType}</p>
      </div>
      <div className={styles.ways}>
        <Way icon="search" text={searchTexts.searchChat} onClick={() => onShow('search')} />
        <Way icon="image" text={attachmentListTexts.title} onClick={() => onShow('attachments')} />
        <PrintChat chat={chat} title={face.title} />
      </div>
      {chat.isGroup && <GroupMembers chat={chat} directory={directory} onOpenChat={onOpenChat} />}
      <div className={styles.farewells}>
        {chat.isGroup && <LeaveGroup chat={chat} title={face.title} />}
        <DeleteChat chat={chat} face={face} />
      </div>
    </>
  );
}

function Way({ icon, text, onClick }: { icon: IconName; text: string; onClick: () => void }) {
  return (
    <button type="button" className={styles.way} onClick={onClick}>
      <Icon name={icon} />
      {text}
      <Icon name="next" size={18} className={styles.onward} />
    </button>
  );
}

function PrintChat({ chat, title }: { chat: Chat; title: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Way icon="print" text={printTexts.title} onClick={() => setOpen(true)} />
      {open && <PrintDialog chat={chat} title={title} onClose={() => setOpen(false)} />}
    </>
  );
}

function LeaveGroup({ chat, title }: { chat: Chat; title: string }) {
  const [asked, setAsked] = useState(false);
  const leave = useLeaveGroup(chat.id);
  return (
    <>
      <Button icon={<Icon name="logout" />} onClick={() => setAsked(true)}>
        {groupTexts.leave}
      </Button>
      {asked && (
        <ConfirmDialog
          title={groupTexts.leaveQuestion(title)}
          action={groupTexts.leave}
          pendingAction={groupTexts.leaving}
          pending={leave.isPending}
          danger
          onConfirm={() => leave.mutate()}
          onClose={() => setAsked(false)}
        >
          {groupTexts.leaveConsequence}
        </ConfirmDialog>
      )}
    </>
  );
}

function DeleteChat({ chat, face }: { chat: Chat; face: ChatFace }) {
  const [asked, setAsked] = useState(false);
  return (
    <>
      <Button icon={<Icon name="bin" />} onClick={() => setAsked(true)}>
        {texts.deleteChat}
      </Button>
      {asked && <DeleteChatDialog chatId={chat.id} face={face} onClose={() => setAsked(false)} />}
    </>
  );
}
