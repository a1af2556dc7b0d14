import type { Adapter, AdapterPayload } from 'oidc-provider';

/**
 * The provider's storage for sign-ins in progress: choices being made, codes not yet exchanged. A restart loses them, and
 * the person chooses again.
 *
 * The provider's own sessions are never found again: everyone chooses each time who they are, and several tabs may be
 * different people at once.
 */
export function createMemory() {
  const stored = new Map<string, { payload: AdapterPayload; until: number }>();

  function forgetOld() {
    for (const [key, { until }] of stored) if (until < Date.now()) stored.delete(key);
  }

  return function adapterOf(model: string): Adapter {
    const keyOf = (id: string) => `${model} ${id}`;
    const find = async (id: string) => {
      const entry = stored.get(keyOf(id));
      return entry && entry.until > Date.now() ? entry.payload : undefined;
    };
    return {
      async upsert(id, payload, expiresIn = 3600) {
        forgetOld();
        if (model !== 'Session') stored.set(keyOf(id), { payload, until: Date.now() + expiresIn * 1000 });
      },
      find,
      async consume(id) {
        const payload = await find(id);
        if (payload) payload.consumed = Math.floor(Date.now() / 1000);
      },
      async destroy(id) {
        stored.delete(keyOf(id));
      },
      async revokeByGrantId(grantId) {
        for (const [key, { payload }] of stored) if (payload.grantId === grantId) stored.delete(key);
      },
      findByUid: async () => undefined,
      findByUserCode: async () => undefined,
    };
  };
}
