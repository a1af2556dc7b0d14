import { maxBodyBytes } from '@koinonia/contracts/common.ts';
import type { Server as HttpServer } from 'node:http';
import { Server as TcpServer } from 'node:net';
import { buildService, type Service } from '@koinonia/kit/http/build-service.ts';
import type { Bus } from '@koinonia/kit/bus/bus.ts';
import { createCallerVerifier } from '@koinonia/kit/calls/caller-statement.ts';
import { createDatabase, migrate, pingDatabase } from '@koinonia/kit/stores/database.ts';
import type { Logger } from '@koinonia/kit/observing/log.ts';
import { requireStatements } from '@koinonia/kit/http/routes.ts';
import { changeRoutes } from './changes/routes.ts';
import { chatRoutes } from './chats/routes.ts';
import { type ChatConfig, sendConnections } from './config.ts';
import { migrations } from './database/migrations/migrations.ts';
import type { ChatTables } from './database/schema.ts';
import { connectToIdentity } from './connect-to-identity.ts';
import { internalRoutes } from './internal/routes.ts';
import { connectToMedia } from './connect-to-media.ts';
import { messageRoutes } from './messages/routes.ts';
import { createSendMessage } from './messages/send.ts';
import { createTellMessages } from './messages/tell-messages.ts';
import { createChatMetrics } from './metrics.ts';
import { reactionRoutes } from './reactions/routes.ts';
import { readRoutes } from './reads/routes.ts';
import { createTellChange } from './chats/tell-change.ts';
import { createTellDevices } from './chats/tell-devices.ts';
import { startIndexer } from './search/indexer.ts';
import { searchRoutes } from './search/routes.ts';
import { createToldPlaces } from './search/told-places.ts';
import { settingsRoutes } from './settings/routes.ts';
import { startDeletingUnseen } from './unseen/delete-unseen.ts';
import { startWithdrawals } from './withdrawals/messenger.ts';
import { createRedisLink, singleNode } from './realtime/delivery/node-link.ts';
import { createRealtime } from './realtime/realtime.ts';
import { acceptTrunks } from './trunks/accept-trunks.ts';
import { answerSends } from './trunks/answer-sends.ts';

/** Half of the time that a process has for its shutdown. */
const standardDrain = 4500;

export interface ChatDependencies {
  config: ChatConfig;
  log: Logger;
  bus: Bus;
  /** Ms over which the sockets are sent to other nodes when the service ends. */
  drainOver?: number;
  /** Ms between two looks for events that were lost. Default 2.5 s. */
  sweepEvery?: number | undefined;
}

/** Builds the chat service and first brings its database up to date; `close()` releases everything that it opened. */
// A list of the parts and their dependencies, in order: it reads best as one function.
// oxlint-disable-next-line max-lines-per-function
export async function buildChat(dependencies: ChatDependencies): Promise<Service> {
  const { config, log, bus, drainOver = standardDrain, sweepEvery } = dependencies;
  const { db, sendDb } = await openDatabase({ config, log });
  const app = buildService({
    name: 'chat',
    log,
    databases: { chat: db, 'chat sends': sendDb },
    bodyLimit: maxBodyBytes,
    isReady: () => Promise.all([pingDatabase(db), bus.ping()]),
  });

  const metrics = createChatMetrics(app.metrics.registry);
  const { people, watch, authenticator, close: leaveIdentity } = connectToIdentity({ config, log, bus });
  const { attachments, close: leaveMedia } = connectToMedia(config);
  const link = config.redisUrl ? createRedisLink(config.redisUrl, log, metrics) : singleNode;
  const httpServer = app.server;
  const verify = createCallerVerifier(config.internalSecret, 'chat');
  const trunks = acceptTrunks({ httpServer, verify, log });
  const realtime = createRealtime({
    httpServer,
    db,
    bus,
    link,
    trunks,
    authenticator,
    watch,
    people,
    metrics,
    log,
    sweepEvery,
  });
  const { broadcast, announce } = realtime;
  const tellMessages = createTellMessages({ db, broadcast, log });
  const tellChange = createTellChange({ announce, tellMessages });
  const tellDevices = createTellDevices({ db, broadcast, log });
  const sendMessage = createSendMessage({ db, sendDb, attachments, broadcast, tellMessages, metrics });
  trunks.onCall(answerSends({ app, verify, sendMessage }));

  const indexer = startIndexer({ db, log });
  const withdrawals = startWithdrawals({ db, attachments, log });
  const unseen = startDeletingUnseen({ db, withdrawals, log });

  await app.register(async (inside) => {
    requireStatements(app, inside, verify);
    await inside.register(async (scope) => {
      internalRoutes(scope, { db, people, tellChange, tellMessages, withdrawals });
    });
    chatRoutes(inside, { db, people, tellChange, tellDevices });
    messageRoutes(inside, { db, sendMessage });
    changeRoutes(inside, { db, tellMessages, withdrawals });
    searchRoutes(inside, { db, toldPlaces: createToldPlaces(config.internalSecret) });
    settingsRoutes(inside, { db, bus });
    readRoutes(inside, { db, tellDevices });
    reactionRoutes(inside, { db, broadcast });
  });

  app.addHook('preClose', () =>
    sendElsewhere(app.server, async () => {
      trunks.leave();
      await realtime.drain(drainOver);
      await trunks.close();
    }),
  );
  app.addHook('onClose', async () => {
    await tellDevices.close();
    // Together: while the database hangs, each of them waits a moment for its work.
    await Promise.all([indexer.close(), unseen.close(), withdrawals.close(), realtime.close()]);
    await Promise.all([leaveIdentity(), leaveMedia()]);
    await Promise.all([db.destroy(), sendDb.destroy()]);
  });
  return app;
}

async function openDatabase({ config, log }: { config: ChatConfig; log: Logger }) {
  const database = { url: config.databaseUrl, schema: 'chat', log };
  await migrate({ ...database, migrations });
  return {
    db: createDatabase<ChatTables>(database),
    // Its own connections: when everyone comes back at once and reads, sends must not queue behind the reads.
    sendDb: createDatabase<ChatTables>({ ...database, connections: sendConnections }),
  };
}

/** Accepts nothing new, sends the sockets to other nodes, and waits for the calls that are under way. */
async function sendElsewhere(server: HttpServer, drainSockets: () => Promise<void>): Promise<void> {
  const allEnded = stopListening(server);
  await drainSockets();
  server.close();
  await allEnded;
}

/**
 * Refuses new connections, so that they go to another node at once. Kept-alive connections stay open, unlike with
 * `server.close()`, until the gateways have turned to other nodes.
 */
function stopListening(server: HttpServer): Promise<void> {
  return new Promise((resolve) => TcpServer.prototype.close.call(server, () => resolve()));
}
