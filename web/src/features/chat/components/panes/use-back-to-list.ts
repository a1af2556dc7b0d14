import { useNavigate } from 'react-router-dom';

const pathOf = ({ url }: NavigationHistoryEntry) => (url === null ? undefined : new URL(url).pathname);

/** How many history entries back the list is from which this page was reached; undefined if there is none. */
function stepsToList(): number | undefined {
  // Older browsers do not show their history.
  const here = globalThis.navigation?.currentEntry?.index ?? 0;
  const before = globalThis.navigation?.entries().slice(0, here) ?? [];
  const last = before.findLastIndex((entry) => !pathOf(entry)?.startsWith('/chat/'));
  return before[last] && pathOf(before[last]) === '/chat' ? here - last : undefined;
}

/** Goes back to the list as the phone's own Back would, so that Back from there does not lead into the chat again. */
export function useBackToList() {
  const navigate = useNavigate();
  return () => {
    const steps = stepsToList();
    void (steps === undefined ? navigate('/chat', { replace: true }) : navigate(-steps));
  };
}
