import type { Me, Role } from '@koinonia/contracts/identity.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { isSessionOver } from '../lib/api/api-error.ts';
import { useLive, useLiveState } from '../lib/live/live-context.tsx';
import { meQuery } from '../lib/me.ts';
import { askedUntilAnswered } from '../lib/query-client.ts';
import { session } from '../lib/session/session.ts';
import { applyTheme } from '../lib/theme.ts';
import { toast } from '../lib/toast.ts';
import { followPeople } from './follow-people.ts';
import { texts } from './texts.ts';

/** Milliseconds. */
const whileWithoutSocket = 5_000;

/** Keeps the person's name, picture, role and theme in step with the server. */
export function usePersonSync(): Me | undefined {
  const queries = useQueryClient();
  const live = useLive();
  const { trouble } = useLiveState();
  const refetchInterval = trouble ? whileWithoutSocket : askedUntilAnswered;
  const { data: me, error, dataUpdatedAt } = useQuery({ ...meQuery, refetchInterval });
  const role = useRef<Role | undefined>(undefined);
  const failedSince = useRef<number | undefined>(undefined);

  useEffect(() => (live === null ? undefined : followPeople(live, queries)), [live, queries]);

  useEffect(() => {
    if (me === undefined) return;
    session.accept(me);
    applyTheme(me.theme);
    if (role.current !== undefined && role.current !== 'admin' && me.role === 'admin') toast.say(texts.adminGained);
    role.current = me.role;
  }, [me]);

  useEffect(() => {
    // Asked again at each connection; a failure is reported once until there is an answer.
    if (error === null || isSessionOver(error) || failedSince.current === dataUpdatedAt) return;
    failedSince.current = dataUpdatedAt;
    toast.error(texts.roleSyncFailed);
  }, [error, dataUpdatedAt]);

  return me;
}
