import { UnreadChats } from '../features/chat/components/list/unread-chats.tsx';
import { HomePage } from '../features/home/home-page.tsx';

/** The home page with the parts that other features show on it. */
export function Home() {
  return (
    <HomePage>
      <UnreadChats />
    </HomePage>
  );
}
