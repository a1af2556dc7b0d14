import type { Bus } from '@koinonia/kit/bus/bus.ts';
import { buildService, type Service } from '@koinonia/kit/http/build-service.ts';
import { createCallerSigner, createCallerVerifier } from '@koinonia/kit/calls/caller-statement.ts';
import { createDatabase, migrate, pingDatabase } from '@koinonia/kit/stores/database.ts';
import type { Logger } from '@koinonia/kit/observing/log.ts';
import { repeat } from '@koinonia/kit/work/repeat.ts';
import { requireStatements } from '@koinonia/kit/http/routes.ts';
import { createServiceClient } from '@koinonia/kit/calls/service-client.ts';
import { createServiceNodes } from '@koinonia/kit/calls/service-nodes.ts';
import type { GroupsConfig } from './config.ts';
import { migrations } from './database/migrations/migrations.ts';
import type { GroupsTables } from './database/schema.ts';
import { deleteOutlivedGroups } from './groups/queries.ts';
import { groupRoutes } from './groups/routes.ts';
import { membershipRoutes } from './memberships/routes.ts';
import { startNews } from './news/messenger.ts';
import { createPeople } from './people.ts';

const tidyEvery = 60 * 60 * 1000;

export interface GroupsDependencies {
  config: GroupsConfig;
  log: Logger;
  bus: Bus;
}

/** Builds the groups service and first brings its database up to date; `close()` releases everything that it opened. */
export async function buildGroups({ config, log, bus }: GroupsDependencies): Promise<Service> {
  const database = { url: config.databaseUrl, schema: 'groups', log };
  await migrate({ ...database, migrations });
  const db = createDatabase<GroupsTables>(database);

  const nodes = createServiceNodes(config.identityUrls);
  const sign = createCallerSigner(config.internalSecret);
  const identity = createServiceClient({ nodes, audience: 'identity', as: 'groups', sign });
  const messenger = startNews({ db, identity, log });
  const tidying = repeat(() => deleteOutlivedGroups(db), {
    first: 0,
    every: tidyEvery,
    log,
    failed: 'groups that can no longer be restored could not be deleted',
  });

  const app = buildService({
    name: 'groups',
    log,
    databases: { groups: db },
    isReady: () => Promise.all([pingDatabase(db), bus.ping()]),
  });
  app.addHook('onClose', async () => {
    await Promise.all([tidying.close(), messenger.close()]);
    await Promise.all([identity.close(), db.destroy()]);
  });

  const verify = createCallerVerifier(config.internalSecret, 'groups');
  await app.register(async (inside) => {
    requireStatements(app, inside, verify);
    const context = { db, bus, people: createPeople(identity), messenger };
    groupRoutes(inside, context);
    await inside.register(async (scope) => membershipRoutes(scope, context));
  });
  return app;
}
