import type { Me } from '@koinonia/contracts/identity.ts';
import { useMemo } from 'react';
import { useKeptInput } from '../../../lib/use-kept-input.ts';

/** The fields of the profile that are edited and not saved yet. */
export type Edits = Partial<Pick<Me, 'displayName' | 'phone' | 'theme'>>;

function editsOf(kept: string): Edits {
  try {
    return kept === '' ? {} : (JSON.parse(kept) as Edits);
  } catch {
    return {};
  }
}

const keptOf = (edits: Edits) => (Object.keys(edits).length === 0 ? '' : JSON.stringify(edits));

export function useProfileEdits() {
  const [kept, change] = useKeptInput('profile');
  const edits = useMemo(() => editsOf(kept), [kept]);
  const setEdits = (act: (before: Edits) => Edits) => change((before) => keptOf(act(editsOf(before))));
  return [edits, setEdits] as const;
}
