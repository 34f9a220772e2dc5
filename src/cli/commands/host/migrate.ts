import { isPostgres } from '../../../store/address.js';
import { CliCommand } from '../../command.js';
import type { Context } from '../../context.js';
import { addStore, useStore } from '../../host/database.js';

export function createCommand(context: Context): CliCommand {
  const command = new CliCommand('migrate', context)
    .description(
      'Applies the migrations that the database lacks, and prints their names, one a line; nothing when there are none. ' +
        'The server does the same when it starts.',
    )
    .exitStatus('other', 'the database is missing, damaged, or written by a newer version')
    .example('svcapi migrate', 'the default database')
    .example('svcapi migrate --database galaxy.db', 'another database')
    .action(async () => {
      const { database } = await command.settings(['database']);
      // A missing file may be misspelt; PostgreSQL tables are made in a database that exists.
      const prepare = isPostgres(database) ? 'create' : 'migrate';
      await useStore(command, { patient: true, prepare }, async (_store, { applied }, shown) => {
        for (const name of applied) await context.stdout.write(`${name}\n`);
        await context.stdout.flush();
        const isCurrent = applied.length === 0;
        context.info(isCurrent ? `The tables of ${shown} were up to date.` : `Migrated the tables of ${shown}.`);
      });
    });
  return addStore(command);
}
