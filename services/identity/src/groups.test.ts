import { randomUUID } from 'node:crypto';
import { getGroupNames } from '@koinonia/contracts/groups-internal.ts';
import { createCallerSigner } from '@koinonia/kit/calls/caller-statement.ts';
import { createServiceClient } from '@koinonia/kit/calls/service-client.ts';
import { createServiceNodes } from '@koinonia/kit/calls/service-nodes.ts';
import { buildService } from '@koinonia/kit/http/build-service.ts';
import { routeOf } from '@koinonia/kit/http/routes.ts';
import { createLog } from '@koinonia/kit/observing/log.ts';
import { testSecret } from '@koinonia/kit/testing/callers.ts';
import { expect, onTestFinished, test } from 'vitest';
import { createGroups } from './groups.ts';

test('where a node of the groups service is of an older version, only the dates of memberships are missing', async () => {
  const uid = randomUUID();
  const older = buildService({ name: 'groups', log: createLog('silent', 'groups') });
  older.route({ ...routeOf(getGroupNames), handler: async () => [{ uid, groups: ['All Staff', 'Kitchen'] }] });
  const nodes = createServiceNodes([await older.listen({ host: '127.0.0.1', port: 0 })]);
  const sign = createCallerSigner(testSecret);
  const client = createServiceClient({ nodes, audience: 'groups', as: 'identity', sign });
  onTestFinished(async () => {
    nodes.close();
    await Promise.all([client.close(), older.close()]);
  });
  const groups = createGroups(client);
  expect(await groups.namesOfOne(uid)).toEqual(['All Staff', 'Kitchen']);
  expect(await groups.membershipsOf(uid)).toEqual([]);
});
