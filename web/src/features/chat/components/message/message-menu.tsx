import { useEffect, useRef, type RefObject } from 'react';
import { MenuAt } from '../../../../components/ui/menu-at.tsx';
import { MenuItem } from '../../../../components/ui/menu.tsx';
import { copyText } from './copy-text.ts';
import { useMessageNow } from '../../messages/use-message-now.ts';
import { useShownMessage } from '../../messages/use-shown-message.ts';
import { useChatParts } from '../../chat-context.tsx';
import { texts } from '../../texts.ts';
import { type MenuTarget, useMessageActs } from './message-acts.ts';
import { ReactionPicker } from './reaction-picker.tsx';

interface MessageMenuProps {
  target: MenuTarget;
  onClose: () => void;
}

/** The reactions of the picker and the other actions on a message. */
export function MessageMenu({ target: { message: opened, place, byKeyboard, back }, onClose }: MessageMenuProps) {
  const { uid, reactions, writings } = useChatParts();
  const message = useMessageNow(opened.chatId, opened.id) ?? opened;
  const acts = useMessageActs();
  const { deleted, reactions: standing } = useShownMessage(message);
  const mine = message.senderId === uid;
  const { write, ask, focusAfter } = useFocusAfter(back, acts.box);

  useEffect(() => void (deleted && onClose()), [deleted, onClose]);

  return (
    <MenuAt
      label={texts.messageActions}
      place={place}
      byKeyboard={byKeyboard}
      onClose={onClose}
      focusAfter={focusAfter}
    >
      <ReactionPicker
        mine={standing.myReactions}
        onPick={(emoji, on) => {
          reactions.wish(message, emoji, on);
          onClose();
        }}
      />
      <MenuItem icon="reply" onSelect={() => write(() => writings.reply(message))}>
        {texts.reply}
      </MenuItem>
      {message.text !== '' && (
        <MenuItem icon="copy" onSelect={() => void copyText(message.text)}>
          {texts.copyText}
        </MenuItem>
      )}
      {mine && (
        <MenuItem icon="pencil" onSelect={() => write(() => writings.edit(message))}>
          {texts.edit}
        </MenuItem>
      )}
      {message.editedAt !== undefined && (
        <MenuItem icon="history" onSelect={() => ask(() => acts.showVersions(message, back))}>
          {texts.history}
        </MenuItem>
      )}
      {mine && (
        <MenuItem icon="bin" danger onSelect={() => ask(() => acts.askToDelete(message, back))}>
          {texts.deleteMessage}
        </MenuItem>
      )}
    </MenuAt>
  );
}

/** The element that gets the focus afterwards: the message, unless the chosen action continues in the box or a dialog. */
function useFocusAfter(back: HTMLElement, box: RefObject<HTMLElement | null>) {
  const after = useRef<() => HTMLElement | null>(() => back);
  return {
    focusAfter: () => after.current(),
    write(begin: () => void) {
      after.current = () => box.current;
      begin();
    },
    ask(begin: () => void) {
      after.current = () => null;
      // The menu closes itself after a choice, and would otherwise close the dialog that replaces it.
      queueMicrotask(begin);
    },
  };
}
