import type { QueryClient } from '@tanstack/react-query';
import type { LiveConnection } from '../../../lib/live/live-connection.ts';
import { oneAtATime } from '../../../lib/one-at-a-time.ts';
import { chatListQuery, knownChats, listIsTold, refreshChatList } from '../api/chat-list-query.ts';
import type { MessageLogs } from './message-logs.ts';

interface CatchUpParts {
  readonly live: LiveConnection;
  readonly queries: QueryClient;
  readonly logs: MessageLogs;
}

const pollPause = 4_000;

/**
 * Fetches missed chats and messages. It joins first and fetches after, so that no event is lost in between; it polls
 * every few seconds while there is no connection.
 */
export function startCatchingUp({ live, queries, logs }: CatchUpParts) {
  let poll: ReturnType<typeof setTimeout> | undefined;
  const over = new AbortController();

  async function refresh() {
    await refreshChatList(queries);
    for (const chat of knownChats(queries)) logs.heardHead(chat.id, chat.lastSeq, chat.changeSeq);
    if (listIsTold(queries)) await logs.healKept(knownChats(queries));
  }

  async function joinAndRefresh() {
    if (queries.getQueryData(chatListQuery.queryKey) === undefined) await queries.prefetchQuery(chatListQuery);
    const joined = new Set(knownChats(queries).map((chat) => chat.id));
    try {
      await live.join([...joined]);
      await refresh();
      // A chat that began between joining and fetching: the server joins it for us; if that event was lost, we join it
      // here.
      const late = knownChats(queries).filter((chat) => !joined.has(chat.id));
      if (late.length > 0) await live.join(late.map((chat) => chat.id));
    } catch {
      if (!over.signal.aborted) live.reconnect();
    }
  }

  const resync = oneAtATime(joinAndRefresh);

  function askNowAndThen() {
    clearTimeout(poll);
    if (!live.snapshot().trouble) return;
    poll = setTimeout(() => void refresh().finally(askNowAndThen), pollPause * (0.75 + Math.random() / 2));
  }

  const cameBack = () => {
    if (document.visibilityState === 'visible' && live.snapshot().connected) void joinAndRefresh();
  };

  const networkCame = () => {
    logs.openFailed();
    void refresh();
  };

  const ends = [
    live.on('connect', () => void joinAndRefresh()),
    // Each node sends it once when Redis is back; the server treats joins that come faster than it answers as a flood.
    live.on('resync', () => void resync()),
    live.subscribe(askNowAndThen),
  ];
  document.addEventListener('visibilitychange', cameBack, { signal: over.signal });
  addEventListener('online', networkCame, { signal: over.signal });

  return {
    /** Fetches the list, and for each chat the news since the last time. */
    refresh,
    stop() {
      over.abort();
      clearTimeout(poll);
      for (const end of ends) end();
    },
  };
}
