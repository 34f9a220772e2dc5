import { existsSync } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { isPostgres } from '../../../store/address.js';
import { CliCommand } from '../../command.js';
import type { Context } from '../../context.js';
import { CliError } from '../../exit-status.js';
import { addSettings } from '../../input/options.js';
import { replaceFile } from '../../replace-file.js';

export function createCommand(context: Context): CliCommand {
  const command = new CliCommand('backup', context)
    .description(
      'Copies a consistent snapshot of the database into a file, also while a service runs, and checks the copy for ' +
        'damage. The file appears when it is complete, with mode 0600. It contains everything, including the hashes of ' +
        'tokens.\n\n' +
        'To restore a backup: stop the service, the sender of the outbox and the follower of changes. Remove DATABASE-wal and ' +
        'DATABASE-shm. Move a copy of the backup to DATABASE, with the same owner and mode 0600. Start the service, then the ' +
        'others. docs/host/backup.md says what the next night does.',
    )
    .argument('<file>', 'file to create')
    .option('--force', 'replace an existing file')
    .exitStatus('other', 'there is no database, the file exists already, or it cannot be written')
    .example('svcapi backup galaxy-backup.db', 'a copy of the database')
    .example('svcapi backup "galaxy-$(date +%F).db" --force', 'one a day, in a cron job')
    .action((file: string, { force = false }: { force?: boolean }) => backup(command, file, force));
  return addSettings(command, 'store');
}

async function backup(command: CliCommand, file: string, force: boolean): Promise<void> {
  const { context } = command;
  const { database } = await command.settings(['database']);
  const refuse = (message: string) => new CliError('other', message);
  if (isPostgres(database)) {
    const text = 'export everything as text with svcapi export';
    throw refuse(`svcapi backup is for SQLite; back up PostgreSQL with pg_dump --format=custom, or ${text}`);
  }
  if (!existsSync(database)) throw refuse(`there is no database ${database} to copy; name another with --database`);
  const target = resolve(context.io.cwd, file);
  if (existsSync(target) && (await realpath(target)) === (await realpath(database)))
    throw refuse(`${target} is the database itself; name another file`);
  // SQLite would take the log of an earlier database for that of the copy, and damage it.
  const log = ['-wal', '-journal'].map((end) => target + end).find(existsSync);
  if (log !== undefined) throw refuse(`${target} is a database in use, since ${log} exists; name another file`);
  if (existsSync(target) && !force)
    throw refuse(`${target} exists already; name another file, or replace it with --force`);
  const [{ backupSqlite }, { UnusableDatabase }] = await Promise.all([
    import('../../../store/sqlite/read-only.js'),
    import('../../../store/unusable-database.js'),
  ]);
  try {
    // SQLite copies the file in one call. A signal in it ends the process; the next backup removes the partial copy.
    const size = await replaceFile(target, async (temporary) => {
      backupSqlite(database, temporary);
      return (await stat(temporary)).size;
    });
    context.info(
      `Copied ${database} to ${file}: ${(size / 1e6).toFixed(1)} MB, checked. To restore it: svcapi backup --help.`,
    );
  } catch (error) {
    if (!(error instanceof UnusableDatabase)) throw error;
    throw refuse(`there is no new backup: ${error.message}`);
  }
}
