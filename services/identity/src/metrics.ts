import { SignInOutcome } from '@koinonia/contracts/identity.ts';
import { counterOf } from '@koinonia/kit/observing/counter-of.ts';
import type { Registry } from 'prom-client';

/** The metrics of the identity service. */
export function createIdentityMetrics(registry: Registry) {
  const signIns = counterOf({
    name: 'identity_sign_ins_total',
    help: 'Sign-ins by what became of them',
    labels: { outcome: [...SignInOutcome.options, 'abandoned'] },
    registers: [registry],
  });
  return { signIns };
}

export type IdentityMetrics = ReturnType<typeof createIdentityMetrics>;
