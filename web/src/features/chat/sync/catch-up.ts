import type { QueryClient } from '@tanstack/react-query';
import type { LiveConnection } from '../../../lib/live/live-connection.ts';
import { backoff } from '../../../lib/retry.ts';
import { shareNextRun } from '../../../lib/share-next-run.ts';
import type { ChatParts } from '../chat-parts.ts';
import { chatListQuery, knownChats, listIsTold, refreshChatList } from './chat-list-query.ts';
import { chatsHere, forgetGone } from './forget-chat.ts';

interface CatchUpParts extends ChatParts {
  readonly live: LiveConnection;
  readonly queries: QueryClient;
}

const pollPause = 4_000;

/**
 * Fetches missed chats and messages. It joins first and fetches after, so that no event is lost in between; it polls
 * every few seconds while there is no connection, and after a failure, since no event reports what was missed before.
 */
export function startCatchingUp(parts: CatchUpParts) {
  const { live, queries, openedChats } = parts;
  const over = new AbortController();
  const join = createJoin(parts, over.signal);
  // On a slow line, a list takes longer than the pause between two polls.
  const poll = createPoll(live, () => (live.snapshot().connected ? resync() : refresh({ dropsAnswer: false })));
  const { refresh, refreshInTurn } = createRefresh(parts, (success) => poll.after(success));

  async function joinAndRefresh() {
    if (queries.getQueryData(chatListQuery.queryKey) === undefined) await queries.prefetchQuery(chatListQuery);
    const joined = await join();
    if (over.signal.aborted) return;
    // On a slow line, the list on its way may be what holds up the answer. The next connection asks again.
    if (joined === undefined) return refresh({ dropsAnswer: false });
    await refresh();
    // A chat that began between joining and fetching: the server joins it for us; if that event was lost, we join it here.
    if (knownChats(queries).some((chat) => !joined.has(chat.id))) await join();
  }

  const resync = shareNextRun(joinAndRefresh);

  const cameBack = () => {
    if (document.visibilityState === 'visible' && live.snapshot().connected) void joinAndRefresh();
  };

  const networkCame = () => {
    openedChats.openFailed();
    void refresh();
  };

  const ends = [
    live.onConnected(() => void joinAndRefresh()),
    // Each node sends it once after Redis has come back.
    live.on('resync', () => void resync()),
    live.subscribe(poll.plan),
    poll.stop,
  ];
  document.addEventListener('visibilitychange', cameBack, { signal: over.signal });
  addEventListener('online', networkCame, { signal: over.signal });

  return {
    /** Fetches the list and, for each chat, what is new since the last time. */
    refresh,
    /** The same for frequent events: it lets an answer on its way come first, or on a slow line none would ever come. */
    refreshInTurn,
    stop() {
      over.abort();
      for (const end of ends) end();
    },
  };
}

/** Fetches the list and what follows from it; `onTold` is called with whether it came. */
function createRefresh(parts: CatchUpParts, onTold: (success: boolean) => void) {
  const { queries, openedChats } = parts;

  /** True if the list has come and this call requested it. */
  async function refreshList({ dropsAnswer = true } = {}): Promise<boolean> {
    // Looked up before asking: a chat that begins meanwhile is not in the answer.
    const before = chatsHere(queries, parts);
    const wasAsked = !dropsAnswer && queries.isFetching({ queryKey: chatListQuery.queryKey }) > 0;
    await refreshChatList(queries, { dropsAnswer });
    onTold(listIsTold(queries));
    for (const chat of knownChats(queries)) openedChats.heardHead(chat.id, chat.lastSeq, chat.changeSeq);
    if (!listIsTold(queries) || wasAsked) return false;
    forgetGone(queries, parts, before);
    return true;
  }

  const heal = () => openedChats.healKept(() => knownChats(queries));

  return {
    async refresh(options?: { dropsAnswer: boolean }) {
      if (await refreshList(options)) await heal();
    },
    // The next list does not wait until the messages on this device are up to date.
    refreshInTurn: shareNextRun(async () => {
      if (await refreshList()) void heal();
    }),
  };
}

/**
 * Joins the known chats and returns their ids, or undefined if no answer comes: the connection is dead. The server treats
 * joins that come faster than it answers as a flood.
 */
const createJoin = ({ live, queries }: CatchUpParts, over: AbortSignal) =>
  shareNextRun(async () => {
    const chats = knownChats(queries).map((chat) => chat.id);
    try {
      if (live.snapshot().connected) await live.join(chats);
    } catch {
      if (!over.aborted && live.snapshot().connected) live.reconnect();
      return undefined;
    }
    return new Set(chats);
  });

/** The next time to ask: soon while there is no connection, later and later after failures, otherwise never. */
function createPoll(live: LiveConnection, ask: () => Promise<void>) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let stopped = false;

  function plan() {
    clearTimeout(timer);
    const { connected, trouble } = live.snapshot();
    if (stopped || (!trouble && !(connected && failures > 0))) return;
    timer = setTimeout(() => void ask(), trouble ? pollPause * (0.75 + Math.random() / 2) : backoff(failures));
  }

  return {
    plan,
    after(success: boolean) {
      failures = success ? 0 : failures + 1;
      plan();
    },
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
