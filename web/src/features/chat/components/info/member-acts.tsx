import type { Chat } from '@koinonia/contracts/chat.ts';
import { useRef } from 'react';
import { ConfirmDialog } from '../../../../components/ui/confirm-dialog.tsx';
import { MenuAt } from '../../../../components/ui/menu-at.tsx';
import { MenuItem } from '../../../../components/ui/menu.tsx';
import { useChangeGroup } from '../../api/use-change-group.ts';
import { useOpenDirectChat } from '../../api/use-open-direct-chat.ts';
import { groupTexts } from '../../group-texts.ts';
import type { Member } from '../../model/members.ts';

export interface ChosenMember {
  readonly member: Member;
  /** The pressed button: the focus returns to it. */
  readonly button: HTMLElement;
  readonly byKeyboard: boolean;
  /** 'what' shows the menu of actions, 'whether' asks for confirmation. */
  readonly asks: 'what' | 'whether';
}

interface MemberActsProps {
  chat: Chat;
  chosen: ChosenMember | null;
  onChoose: (chosen: ChosenMember | null) => void;
  onOpenChat: (chatId: string) => void;
}

/** The actions for a member of a group. */
export function MemberActs({ chat, chosen, onChoose, onOpenChat }: MemberActsProps) {
  const close = () => onChoose(null);
  const open = useOpenDirectChat();
  const remove = useChangeGroup(chat.id, groupTexts.removeFailed);
  const goesOn = useRef(false);
  if (chosen === null) return null;
  const { member, button, byKeyboard, asks } = chosen;

  if (asks === 'whether') {
    return (
      <RemoveQuestion
        name={member.name}
        pending={remove.isPending}
        onConfirm={() => remove.mutate({ remove: [member.uid] }, { onSuccess: close })}
        onClose={() => {
          close();
          requestAnimationFrame(() => button.focus({ preventScroll: true }));
        }}
      />
    );
  }
  return (
    <MenuAt
      label={groupTexts.actionsFor(member.name)}
      place={button}
      byKeyboard={byKeyboard}
      onClose={() => {
        if (!goesOn.current) close();
        goesOn.current = false;
      }}
      focusAfter={() => (goesOn.current ? null : button)}
    >
      {/* Opens the chat only while this pane is here: a late answer must not interrupt anybody elsewhere. */}
      <MenuItem icon="chat" onSelect={() => open.mutate(member.uid, { onSuccess: ({ id }) => onOpenChat(id) })}>
        {groupTexts.message}
      </MenuItem>
      <MenuItem
        icon="bin"
        danger
        onSelect={() => {
          goesOn.current = true;
          // The menu closes itself after a choice, and would otherwise close the dialog that replaces it.
          queueMicrotask(() => onChoose({ ...chosen, asks: 'whether' }));
        }}
      >
        {groupTexts.remove}
      </MenuItem>
    </MenuAt>
  );
}

interface RemoveQuestionProps {
  name: string;
  pending: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

function RemoveQuestion({ name, ...acts }: RemoveQuestionProps) {
  return (
    <ConfirmDialog
      title={groupTexts.removeQuestion(name)}
      action={groupTexts.removeConfirm}
      pendingAction={groupTexts.removing}
      danger
      {...acts}
    >
      {groupTexts.removeConsequence(name)}
    </ConfirmDialog>
  );
}
