import { createLog } from '@koinonia/kit/observing/log.ts';
import { closeGracefully } from '@koinonia/kit/process/shutdown.ts';
import { startTracing, stopTracing } from '@koinonia/kit/observing/tracing.ts';
import { checkedConfig } from './checked-config.ts';
import { createOpened } from './opened.ts';
import { inPlainWords } from './in-plain-words.ts';

/** The whole product in one process: `npm start`. Its code is loaded after the configuration has been checked. */
async function main(): Promise<void> {
  const config = checkedConfig(process.env);
  const log = createLog(config.logLevel, 'solo');
  const opened = createOpened(log);
  let ending = false;
  closeGracefully(log, () => {
    ending = true;
    return opened.closeAll().then(stopTracing);
  });
  // The parent process was killed, and could not send a signal.
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  try {
    await startTracing(config.tracesEndpoint);
    const { startSolo } = await import('./solo.ts');
    console.log(await startSolo({ environment: process.env, config, opened, log }));
    // `npm run dev` waits for this. The parent may be gone by now: the callback ignores that error.
    process.send?.('running', () => {});
  } catch (error) {
    if (ending) return;
    await opened.closeAll();
    throw error;
  }
}

try {
  await main();
} catch (error) {
  console.error(`\n${inPlainWords(error)}`);
  process.exit(1);
}
