import { ConfigError } from '@koinonia/kit/process/config.ts';
import { type SoloConfig, soloConfig } from './config.ts';
import { gateway, type PartEnvironment, services } from './parts.ts';

/** Valid placeholders for the values that solo fills in itself. */
const secret = 'x'.repeat(64);
const filledIn = {
  GOOGLE_CLIENT_ID: 'demo',
  GOOGLE_CLIENT_SECRET: 'demo',
  ALLOWED_DOMAIN: 'demo.example',
  DATABASE_URL: 'postgres://localhost/demo',
  INTERNAL_SECRET: secret,
  SESSION_SECRET: secret,
};

/**
 * Lets solo and every part read the environment before anything is started. Throws one `ConfigError` with all faults that
 * any of them found.
 */
export function checkedConfig(environment: PartEnvironment): SoloConfig {
  const set = Object.fromEntries(Object.entries(environment).filter(([, value]) => value?.trim()));
  const faults = new Set<string>();
  for (const { check } of [gateway, ...services.map(({ part }) => part)]) {
    faultsOf(() => check({ ...filledIn, ...set })).forEach((fault) => faults.add(fault));
  }
  let config: SoloConfig | undefined;
  faultsOf(() => (config = soloConfig(environment))).forEach((fault) => faults.add(fault));
  if (config && faults.size === 0) return config;
  throw new ConfigError(`The configuration is wrong:\n${[...faults].join('\n')}`);
}

function faultsOf(read: () => unknown): string[] {
  try {
    read();
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.message.split('\n').slice(1);
    throw error;
  }
}
