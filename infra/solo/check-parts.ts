import { ConfigError } from '@koinonia/kit/config.ts';
import type { SoloConfig } from './config.ts';
import { gateway, type PartEnvironment, services } from './parts.ts';

/**
 * Has every part read the environment before anything is started, and tells all faults at once. What solo will fill in
 * itself is filled in by something that is right in any case.
 */
export function checkParts(environment: PartEnvironment, config: SoloConfig): void {
  const secret = 'x'.repeat(64);
  const filledIn = {
    GOOGLE_CLIENT_ID: 'demo',
    GOOGLE_CLIENT_SECRET: 'demo',
    ALLOWED_DOMAIN: 'demo.example',
    DATABASE_URL: 'postgres://localhost/demo',
    INTERNAL_SECRET: secret,
    SESSION_SECRET: secret,
  };
  const set = Object.fromEntries(Object.entries(environment).filter(([, value]) => value));
  const faults = new Set<string>();
  for (const { check } of [gateway, ...services.map(({ part }) => part)]) {
    try {
      check({ ...filledIn, ...set, DATA_DIR: config.dataDir });
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      for (const fault of error.message.split('\n').slice(1)) faults.add(fault);
    }
  }
  if (faults.size > 0) throw new ConfigError(`The configuration is wrong:\n${[...faults].join('\n')}`);
}
