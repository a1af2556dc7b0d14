import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Outlet, useLocation, useMatch, useNavigate } from 'react-router-dom';
import { Shell } from '../components/layout/shell.tsx';
import { lazyPart } from '../components/ui/lazy-part.tsx';
import { useUnreadCount } from '../features/chat/reading/use-unread-count.ts';
import { ConnectionNote } from '../features/chat/components/connection-note.tsx';
import { ChatProvider, useChatParts } from '../features/chat/chat-context.tsx';
import { LeavingContext } from '../lib/leaving.ts';
import { LiveProvider } from '../lib/live/live-context.tsx';
import { onceOpen } from '../lib/once-open.ts';
import { createQueryClient } from '../lib/query-client.ts';
import { logout } from '../lib/session/session-on-server.ts';
import type { StoredUser } from '../lib/session/stored-user.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { usePersonSync } from './use-person-sync.ts';
import { useUnreadMarks } from './use-unread-marks.ts';

const LogOutDialog = lazyPart(() => import('./log-out-dialog.tsx').then((module) => module.LogOutDialog));

/** Everything that belongs to one person. Remounted for another person, so that none of the first one's data is left. */
export function SignedIn({ user }: { user: StoredUser }) {
  const [queries] = useState(createQueryClient);
  return (
    <QueryClientProvider client={queries}>
      <LiveProvider>
        <ChatProvider uid={user.uid}>
          <Frame user={user} />
        </ChatProvider>
      </LiveProvider>
    </QueryClientProvider>
  );
}

function Frame({ user }: { user: StoredUser }) {
  const me = usePersonSync();
  const unread = useUnreadCount();
  useUnreadMarks(unread);
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const note = useMatch('/chat') === null ? null : <ConnectionNote short />;
  const { outbox } = useChatParts();
  // Loaded early: it is needed when there is no network.
  useEffect(() => onceOpen(() => void LogOutDialog.fetch()), []);
  const [unsent, setUnsent] = useState(0);
  const leave = () => {
    void logout();
    void navigate('/');
  };
  async function ask() {
    const { length } = outbox.list.entries();
    // If the question cannot be loaded, the person is logged out without it.
    if (length === 0 || !(await LogOutDialog.fetch())) leave();
    else setUnsent(length);
  }
  const askToLeave = () => void ask();
  return (
    <Shell user={user} isAdmin={me?.role === 'admin'} counts={{ '/chat': unread }} note={note} onLogout={askToLeave}>
      <LeavingContext value={askToLeave}>
        <ErrorBoundary address={pathname}>
          <Outlet />
        </ErrorBoundary>
      </LeavingContext>
      {unsent > 0 && <LogOutDialog unsent={unsent} onConfirm={leave} onClose={() => setUnsent(0)} />}
    </Shell>
  );
}
