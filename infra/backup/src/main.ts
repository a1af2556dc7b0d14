import { randomUUID } from 'node:crypto';
import { createWriteStream, existsSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { ConfigError, isWellKnown } from '@koinonia/kit/process/config.ts';
import { createLog } from '@koinonia/kit/observing/log.ts';
import { noRoomForFiles } from '@koinonia/kit/stores/no-room.ts';
import { backUp } from './back-up.ts';
import { BackupError } from './backup-error.ts';
import type { End } from './format.ts';
import { restore } from './restore.ts';
import { runCommand } from '@koinonia/kit/process/run-command.ts';
import { backupConfig, openStores, type BackupConfig, type Stores } from './stores.ts';

const usage = `Usage:
  npm run backup [-- <file>]   everything that the product keeps, into a new file ('-': to standard output)
  npm run restore -- <file>    back into an empty place ('-': from standard input)`;

/** `node main.ts backup [file]` and `node main.ts restore <file>`. */
async function main([command, file, ...rest]: readonly string[], ending: AbortSignal): Promise<void> {
  if (file !== undefined && isOption(file)) throw new BackupError(usage);
  const config = backupConfig(process.env);
  if (command === 'backup' && rest.length === 0) return runBackup(config, ending, file);
  if (command === 'restore' && file !== undefined && rest.length === 0) return runRestore(config, ending, file);
  throw new BackupError(usage);
}

/** There are none. Without this check, `--help` would make a backup of that name. */
const isOption = (argument: string) => argument.startsWith('-') && argument !== '-';

async function runBackup(config: BackupConfig, ending: AbortSignal, file = defaultName(config)): Promise<void> {
  if (config.key === undefined && file.endsWith('.age'))
    throw new BackupError(`${file} would not be encrypted, as its ending says: BACKUP_KEY is not set.`);
  if (config.key === undefined)
    say('BACKUP_KEY is not set: the backup is not encrypted, and whoever has it can read everything.');
  else if (isWellKnown(config.key))
    throw new ConfigError(
      'The configuration is wrong:\n  BACKUP_KEY: is well known; `openssl rand -hex 32` makes one that is not',
    );
  const log = createLog('warn', 'backup', process.stderr);
  const stores = await openStores(config, 'shared', log, ending);
  try {
    const end = await (file === '-' ? backUpToOutput(stores, config.key) : backUpInto(file, stores, config.key));
    say(`Backed up ${amount(end)}${file === '-' ? '' : ` into ${file}`}.`);
    // Fails only now, so that cron reports it: apart from these files, the backup is good.
    if (end.missing.length > 0)
      throw new BackupError(
        `The backup was written, but without ${end.missing.length} file(s) that cannot be read:\n${named(end.missing)}`,
      );
  } finally {
    await stores.close();
  }
}

/** What was written already cannot be taken back here, and may look like a backup. */
async function backUpToOutput(stores: Stores, key: string | undefined): Promise<End> {
  try {
    return await backUp(stores, process.stdout, key);
  } catch (error) {
    say('What was written to standard output is not a complete backup. Delete it.');
    const noRoom = noRoomForFiles(error);
    throw noRoom ? new BackupError(`There is no room for the backup (${noRoom.message}).`) : error;
  }
}

async function backUpInto(file: string, stores: Stores, key: string | undefined): Promise<End> {
  if (existsSync(file)) throw new BackupError(`${file} already exists.`);
  // It gets its final name only when it is complete, and only this user may read it.
  // Until then its name is unique, because another backup into the same file may be running.
  const unfinished = `${file}.${randomUUID()}.unfinished`;
  try {
    const output = createWriteStream(unfinished, { mode: 0o600, flush: true });
    const end = await backUp(stores, output, key);
    await rename(unfinished, file);
    return end;
  } catch (error) {
    await rm(unfinished, { force: true });
    const noRoom = noRoomForFiles(error);
    if (!noRoom) throw error;
    throw new BackupError(
      `There is no room for the backup in ${dirname(resolve(file))} (${noRoom.message}). Nothing of it was kept.`,
    );
  }
}

async function runRestore(config: BackupConfig, ending: AbortSignal, file: string): Promise<void> {
  const log = createLog('warn', 'restore', process.stderr);
  if (file !== '-' && !existsSync(file)) throw new BackupError(`There is no file ${file}.`);
  // Opened at once: a file that may not be read is told before anything is begun.
  const input = file === '-' ? process.stdin : (await open(file)).createReadStream();
  const stores = await openStores(config, 'alone', log, ending);
  try {
    const end = await restore(input, { ...stores, log, say }, config.key);
    if (end.missing.length > 0)
      say(`The backup was made without ${end.missing.length} file(s) that could not be read:\n${named(end.missing)}`);
    if (end.strangers.length > 0) say(`Not made by Koinonia, and therefore left out: ${end.strangers.join(', ')}.`);
    say(`Restored ${amount(end)}. Start the product; everybody signs in again.`);
    say(whatItGaveBack(end.madeAt));
  } finally {
    await stores.close();
  }
}

/** The backup cannot say who has lost access since. */
function whatItGaveBack(madeAt: string): string {
  const time = `${madeAt.slice(0, 19).replace('T', ' ')} UTC`;
  return `The backup was made at ${time}.
Check who was deactivated, demoted or deleted since then: their access is back until you revoke it again.`;
}

function defaultName({ key }: BackupConfig): string {
  const now = new Date().toISOString().slice(0, 19).replaceAll(':', '');
  return `koinonia-${now}.tar.gz${key === undefined ? '' : '.age'}`;
}

function amount({ rows, files, bytes }: End): string {
  const total = Object.values(rows).reduce((sum, count) => sum + count, 0);
  return `${total} rows and ${files} files (${(bytes / 1_000_000).toFixed(1)} MB)`;
}

/** The first few of the files, each with the reason. */
function named(missing: End['missing']): string {
  const lines = missing.slice(0, 5).map(({ name, reason }) => `  ${name}: ${reason}`);
  const others = missing.length - lines.length;
  return [...lines, ...(others > 0 ? [`  and ${others} more: \`end.json\` in the backup lists all`] : [])].join('\n');
}

/** Messages go to standard error, because standard output may be the backup itself. */
const say = (text: string) => console.error(text);

await runCommand(main);
