import { createChat, type Chat } from '@koinonia/contracts/chat.ts';
import { maxNameLength } from '@koinonia/contracts/common.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type FormEvent } from 'react';
import { Dialog } from '../../../../components/ui/dialog.tsx';
import { TextField } from '../../../../components/ui/field.tsx';
import { request } from '../../../../lib/api/request.ts';
import { useFreshPeople } from '../../../../lib/people.ts';
import { toast } from '../../../../lib/toast.ts';
import { outdateChatList, updateChatList } from '../../sync/chat-list-query.ts';
import { useChatParts } from '../../chat-context.tsx';
import { upsertChat } from '../../model/chat-list.ts';
import { stillToChoose } from '../../model/people-to-choose.ts';
import { newChatTexts } from '../../new-chat-texts.ts';
import { ChooserFooter } from './chooser-footer.tsx';
import styles from './new-chat-dialog.module.css';
import { PeopleChooser } from './people-chooser.tsx';

interface NewChatDialogProps {
  onClose: () => void;
  onCreated: (chatId: string) => void;
}

function useCreateChat() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ users, name }: { users: string[]; name: string }): Promise<Chat> => {
      const isGroup = users.length > 1;
      return request(createChat, { body: { users, isGroup, ...(isGroup && name !== '' && { name }) } });
    },
    networkMode: 'always',
    onSuccess(chat) {
      updateChatList(queries, (chats) => upsertChat(chats, chat));
      outdateChatList(queries);
      toast.success(newChatTexts.chatCreated);
    },
    onError: () => toast.error(newChatTexts.createFailed),
  });
}

export function NewChatDialog({ onClose, onCreated }: NewChatDialogProps) {
  const { uid } = useChatParts();
  const people = useFreshPeople();
  const create = useCreateChat();
  const [name, setName] = useState('');
  const [marked, setMarked] = useState<readonly string[]>([]);
  const chosen = stillToChoose(marked, people.data);
  const search = useRef<HTMLInputElement>(null);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (chosen.length === 0) toast.error(newChatTexts.selectOne);
    else {
      // Called only while the dialog is open: a late answer must not interrupt anybody elsewhere.
      const onSuccess = ({ id }: Chat) => onCreated(id);
      // A chosen person may have left.
      create.mutate({ users: [...chosen], name: name.trim() }, { onSuccess, onError: () => void people.refetch() });
    }
  }

  return (
    <Dialog title={newChatTexts.startNewChat} onClose={onClose} initialFocus={search}>
      <form className={styles.form} onSubmit={submit}>
        <div className={styles.choosing}>
          <PeopleChooser
            people={people}
            without={[uid]}
            chosen={chosen}
            locked={create.isPending}
            onChange={setMarked}
            search={search}
          />
          {chosen.length > 1 && (
            <TextField
              label={newChatTexts.groupName}
              dir="auto"
              maxLength={maxNameLength}
              value={name}
              readOnly={create.isPending}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </div>
        <ChooserFooter
          count={chosen.length}
          action={newChatTexts.create}
          pendingAction={newChatTexts.creating}
          pending={create.isPending}
          onClose={onClose}
        />
      </form>
    </Dialog>
  );
}
