import type { Bus } from '@koinonia/kit/bus/bus.ts';
import { buildService, type Service } from '@koinonia/kit/build-service.ts';
import { createCallerVerifier } from '@koinonia/kit/caller-statement.ts';
import { notFound } from '@koinonia/kit/errors.ts';
import type { Logger } from '@koinonia/kit/log.ts';
import { requireStatement } from '@koinonia/kit/routes.ts';
import type { MediaConfig } from './config.ts';
import { openFiles } from './files.ts';

export interface MediaDependencies {
  config: MediaConfig;
  log: Logger;
  bus: Bus;
}

/** Builds the media service. It opens its files and refuses whoever brings no statement of the caller. */
export async function buildMedia({ config, log, bus }: MediaDependencies): Promise<Service> {
  const files = await openFiles(config.files);
  const app = buildService({
    name: 'media',
    log,
    isReady: () => Promise.all([files.ping(), bus.ping()]),
  });
  const verify = createCallerVerifier(config.internalSecret, 'media');
  await app.register(
    async (inside) => {
      inside.addHook('onRequest', requireStatement(verify));
      inside.setNotFoundHandler(() => {
        throw notFound();
      });
    },
    { prefix: '/api' },
  );
  return app;
}
