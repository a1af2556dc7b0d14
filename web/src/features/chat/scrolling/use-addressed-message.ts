import { useCallback } from 'react';
import { useSearchParams } from 'react-router-dom';

const key = 'at';

/** The position of the message in the page's address: `/chat/{id}?at={seq}`. */
export function useAddressedMessage() {
  const [search, setSearch] = useSearchParams();
  const at = Number(search.get(key) ?? 'none');

  /** Removes it from the address, so that a reload, Back or older messages do not jump again. */
  const drop = useCallback(() => {
    if (!search.has(key)) return;
    setSearch(
      (before) => {
        before.delete(key);
        return before;
      },
      { replace: true },
    );
  }, [search, setSearch]);
  return { at: Number.isInteger(at) && at > 0 ? at : null, drop };
}
