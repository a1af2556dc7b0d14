import { databaseOf, databaseVariables, openDatabase } from '@koinonia/backup/open-database.ts';
import { PlainError } from '@koinonia/kit/process/plain-error.ts';
import { runCommand } from '@koinonia/kit/process/run-command.ts';
import type { IdentityTables } from '@koinonia/identity/database/schema.ts';
import { endEverySession, endSessionsByEmail } from '@koinonia/identity/sessions/end-sessions.ts';
import { hasSessions } from '@koinonia/identity/sessions/queries.ts';
import { parseEnvironment } from '@koinonia/kit/process/config.ts';
import { createDatabase, pingDatabase } from '@koinonia/kit/stores/database.ts';
import { createLog, type Logger } from '@koinonia/kit/observing/log.ts';
import { reachStore } from '@koinonia/kit/stores/reach-store.ts';
import { z } from 'zod';

const everybody = '--everybody';
const usage = `Usage:
  npm run end-sessions -- <e-mail>      signs this person out of all their devices
  npm run end-sessions -- ${everybody}   signs everybody out`;

/** Signs people out, whether the product is running or not: `npm run end-sessions`. */
async function main([who = '', ...rest]: readonly string[], ending: AbortSignal): Promise<void> {
  if (rest.length > 0 || (who !== everybody && !/^[^-\s][^\s]*@[^\s]+$/.test(who))) throw new PlainError(usage);
  const place = databaseOf(parseEnvironment(z.object(databaseVariables), process.env));
  const log = createLog('warn', 'end-sessions', process.stderr);
  const database = await openDatabase(place, 'shared', log, ending);
  try {
    // From here on it runs to its end, which takes a moment, so that it can report what was done.
    ending.throwIfAborted();
    const ended = await endIn(database.url, who, log);
    console.log(`Signed ${who === everybody ? 'everybody' : who} out of ${ended} device(s).`);
  } finally {
    await database.close();
  }
}

async function endIn(url: string, who: string, log: Logger): Promise<number> {
  const db = createDatabase<IdentityTables>({ url, schema: 'identity', log, connections: 1 });
  try {
    // Somebody is waiting at the terminal, so there is only one try.
    await reachStore({ variable: 'DATABASE_URL', patience: 0, reach: () => pingDatabase(db), isRefusal: () => true });
    if (!(await hasSessions(db))) throw new PlainError('The product has never run on this database.');
    if (who === everybody) return await endEverySession(db);
    const ended = await endSessionsByEmail(db, who);
    if (ended === null) throw new PlainError(`Nobody here has the address ${who}.`);
    return ended;
  } finally {
    await db.destroy();
  }
}

await runCommand(main);
