import { useCallback } from 'react';
import { useSearchParams } from 'react-router-dom';

const key = 'at';

/** The position of the message that the address names: `/chat/{id}?at={seq}`. */
export function useAddressedMessage() {
  const [search, setSearch] = useSearchParams();
  const at = Number(search.get(key) ?? 'none');

  /** Takes it out of the address, so that a reload or the way back does not jump once more. */
  const drop = useCallback(
    () =>
      setSearch(
        (before) => {
          before.delete(key);
          return before;
        },
        { replace: true },
      ),
    [setSearch],
  );
  return { at: Number.isInteger(at) && at > 0 ? at : null, drop };
}
