import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { Outlet, useLocation, useMatch, useNavigate } from 'react-router-dom';
import { Shell } from '../components/layout/shell.tsx';
import { useUnreadCount } from '../features/chat/reading/use-unread-count.ts';
import { ConnectionNote } from '../features/chat/components/connection-note.tsx';
import { ChatProvider } from '../features/chat/chat-context.tsx';
import { LiveProvider } from '../lib/live/live-context.tsx';
import { createQueryClient } from '../lib/query-client.ts';
import { logout } from '../lib/session/session-on-server.ts';
import type { StoredUser } from '../lib/session/stored-user.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { usePersonSync } from './use-person-sync.ts';
import { useUnreadMarks } from './use-unread-marks.ts';

/** Everything that belongs to one person. For another person it is mounted anew, so that no data of the first is left. */
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
  const leave = () => {
    void logout();
    void navigate('/');
  };
  return (
    <Shell user={user} isAdmin={me?.role === 'admin'} counts={{ '/chat': unread }} note={note} onLogout={leave}>
      <ErrorBoundary address={pathname}>
        <Outlet />
      </ErrorBoundary>
    </Shell>
  );
}
