import { useNavigate } from 'react-router-dom';

const pathOf = ({ url }: NavigationHistoryEntry) => (url === null ? undefined : new URL(url).pathname);

/** The history's entry of the list from which this page was reached; undefined if there is none. */
function listBefore(): NavigationHistoryEntry | undefined {
  // Older browsers do not show their history.
  const here = globalThis.navigation?.currentEntry?.index ?? 0;
  const before = globalThis.navigation?.entries().slice(0, here) ?? [];
  const last = before.findLast((entry) => !pathOf(entry)?.startsWith('/chat/'));
  return last && pathOf(last) === '/chat' ? last : undefined;
}

/** Goes back to the list as the phone's own Back would, so that Back from there does not lead into the chat again. */
export function useBackToList() {
  const navigate = useNavigate();
  return () => {
    const list = listBefore();
    if (list === undefined) return void navigate('/chat', { replace: true });
    // To this entry, not some steps back: a second tap, before the page has changed, would go that far again.
    const { committed, finished } = navigation.traverseTo(list.key);
    for (const going of [committed, finished]) going?.catch(() => undefined);
  };
}
