import { UnreadChats } from '../features/chat/components/list/unread-chats.tsx';
import { HomePage } from '../features/home/home-page.tsx';

/** The home page with what the other features have to say on it. */
export function Home() {
  return (
    <HomePage>
      <UnreadChats />
    </HomePage>
  );
}
