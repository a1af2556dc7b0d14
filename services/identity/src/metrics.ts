import { SignInOutcome } from '@koinonia/contracts/identity.ts';
import { Counter, type Registry } from 'prom-client';

/** The metrics of the identity service. */
export function createIdentityMetrics(registry: Registry) {
  const signIns = new Counter({
    name: 'identity_sign_ins_total',
    help: 'Sign-ins by what became of them',
    labelNames: ['outcome'] as const,
    registers: [registry],
  });
  // Prometheus sees no increase in a series that begins with its first event.
  for (const outcome of SignInOutcome.options) signIns.inc({ outcome }, 0);
  return { signIns };
}

export type IdentityMetrics = ReturnType<typeof createIdentityMetrics>;
