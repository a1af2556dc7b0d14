import type { Chat } from '@koinonia/contracts/chat.ts';
import { usePresence } from '../../api/use-presence.ts';
import { useChatParts } from '../../chat-context.tsx';
import { HereMark } from './here-mark.tsx';

/** In the header of a direct chat: whether the other person is present. Empty if they are not, or do not show it. */
export function DirectPresence({ chat }: { chat: Chat }) {
  const { uid } = useChatParts();
  const present = usePresence(chat.id);
  const isHere = !chat.isGroup && chat.users.some((one) => one !== uid && present.has(one));
  return isHere ? <HereMark /> : null;
}
