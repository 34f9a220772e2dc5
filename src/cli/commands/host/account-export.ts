import { CliCommand } from '../../command.js';
import type { Context } from '../../context.js';
import { addStore } from '../../host/database.js';
import { findAccount } from '../../host/find-account.js';
import { writeExport } from '../../host/write-export.js';

export function exportAccountCommand(context: Context): CliCommand {
  const command = new CliCommand('export', context)
    .summary('write everything about a player')
    .description(
      'Writes everything about a player as records, one JSON object a line (docs/import-format.md): the account and the programs that ' +
        'it registered, its characters with their memberships, property, events and transactions, what programs may do for them, and ' +
        'what they changed. Passwords and tokens are left out, also their hashes: the file is for the player.\n\n' +
        'A file appears when it is complete, with mode 0600, and replaces an older one in one step.',
    )
    .argument('<name>', 'the name of the account')
    .argument('[file]', 'file to write; - or none writes to standard output')
    .exitStatus('not_found', 'there is no such account')
    .example('svcapi account export "Hana Veil" hana.ndjson', 'into a file')
    .example('svcapi account export "Hana Veil" | gzip > hana.ndjson.gz', 'compressed')
    .action((name: string, file = '-') =>
      writeExport(command, file, async (store) => ({ account: (await findAccount(store, name)).id })),
    );
  return addStore(command);
}
