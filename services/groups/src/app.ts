import type { Bus } from '@koinonia/kit/bus/bus.ts';
import { buildService, type Service } from '@koinonia/kit/build-service.ts';
import { createCallerVerifier } from '@koinonia/kit/caller-statement.ts';
import { createDatabase, migrate, pingDatabase } from '@koinonia/kit/database.ts';
import type { Logger } from '@koinonia/kit/log.ts';
import { requireStatement } from '@koinonia/kit/routes.ts';
import type { GroupsConfig } from './config.ts';
import { migrations } from './database/migrations/migrations.ts';
import type { GroupsTables } from './database/schema.ts';
import { groupRoutes } from './groups/routes.ts';

export interface GroupsDependencies {
  config: GroupsConfig;
  log: Logger;
  bus: Bus;
}

/** Builds the groups service on a database that it brings up to date first; `close()` releases all that it opened. */
export async function buildGroups({ config, log, bus }: GroupsDependencies): Promise<Service> {
  const database = { url: config.databaseUrl, schema: 'groups', log };
  await migrate({ ...database, migrations });
  const db = createDatabase<GroupsTables>(database);

  const app = buildService({
    name: 'groups',
    log,
    isReady: () => Promise.all([pingDatabase(db), bus.ping()]),
  });
  app.addHook('onClose', () => db.destroy());

  const verify = createCallerVerifier(config.internalSecret, 'groups');
  await app.register(async (inside) => {
    inside.addHook('onRequest', requireStatement(verify));
    groupRoutes(inside as Service, { db });
  });
  return app;
}
