import { isVisible } from '@koinonia/contracts/common.ts';
import { useChosenFiles } from '../../writing/use-chosen-files.ts';
import type { Written } from '../../writing/use-send.ts';
import { useDraft } from '../../writing/use-draft.ts';
import { useSaveEdit, useWriting } from '../../writing/use-writing.ts';
import { draftName } from '../../writing/writing.ts';
import { useChatParts } from '../../chat-context.tsx';
import { excess } from '../../model/excess.ts';
import { mentionsIn } from '../../model/mentions.ts';
import { useMessageActs } from '../message/message-acts.ts';

/** The message or edit being written in a chat, and the actions on it. */
export function useComposer(chatId: string, onSend: (written: Written) => void) {
  const { uid, openedChats, writings, outbox } = useChatParts();
  const { box, mentionable } = useMessageActs();
  const chosen = useChosenFiles(chatId);
  const writing = useWriting(chatId);
  const { editing, replyTo, picked } = writing;
  const [text, setText] = useDraft(uid, draftName(chatId, writing));
  const edit = useSaveEdit(chatId, editing?.id);

  const tooMany = excess(text);
  const something = isVisible(text) || (editing === undefined ? chosen.files.length > 0 : editing.attached);
  const sendable = something && tooMany === 0 && !edit.saving && !chosen.choosing;

  function cancel() {
    if (editing === undefined) writings.endReply(chatId);
    else writings.endEdit(chatId);
    box.current?.focus({ preventScroll: true });
  }

  function send() {
    if (!sendable) return;
    const written = { text: text.trim(), mentions: mentionsIn(text, mentionable, picked) };
    box.current?.focus({ preventScroll: true });
    if (editing === undefined) {
      onSend({ ...written, replyTo });
      setText('');
      writings.done(chatId);
    } else if (written.text === editing.text) cancel();
    else void edit.save(editing.id, written);
  }

  /** Begins to edit one's own last message. True if there is one and the box is empty. */
  function editLast(): boolean {
    if (text !== '' || editing !== undefined || chosen.files.length > 0) return false;
    const { messages, live, ahead } = openedChats.get(chatId).log;
    // Far back in a long chat, the last one that is loaded is not the last one; nor is it while a later one waits.
    const waits = [...outbox.list.entries(), ...ahead].some((one) => one.chatId === chatId);
    const last = live && !waits && messages.findLast((one) => one.senderId === uid && !one.deletedAt && !one.system);
    if (last) writings.edit(last);
    return Boolean(last);
  }

  return { writing, text, setText, chosen, tooMany, sendable, ...edit, send, cancel, editLast };
}
