import { useNavigate } from 'react-router-dom';

const pathOf = ({ url }: NavigationHistoryEntry) => (url === null ? undefined : new URL(url).pathname);

/** How many entries of the history lie between this page and the list from which it was reached; undefined without one. */
function stepsToList(): number | undefined {
  // Older browsers do not show their history.
  const here = globalThis.navigation?.currentEntry?.index ?? 0;
  const before = globalThis.navigation?.entries().slice(0, here) ?? [];
  const last = before.findLastIndex((entry) => !pathOf(entry)?.startsWith('/chat/'));
  return before[last] && pathOf(before[last]) === '/chat' ? here - last : undefined;
}

/** Leads back to the list as the phone's own Back would, so that this Back afterwards leads on, and not into the chat again. */
export function useBackToList() {
  const navigate = useNavigate();
  return () => {
    const steps = stepsToList();
    void (steps === undefined ? navigate('/chat', { replace: true }) : navigate(-steps));
  };
}
