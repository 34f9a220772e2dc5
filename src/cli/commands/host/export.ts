import { CliCommand } from '../../command.js';
import type { Context } from '../../context.js';
import { addStore } from '../../host/database.js';
import { writeExport } from '../../host/write-export.js';

interface ExportOptions {
  galaxy?: boolean;
}

export function createCommand(context: Context): CliCommand {
  const command = new CliCommand('export', context)
    .description(
      'Writes a consistent snapshot of the service as records, one JSON object a line (docs/import-format.md), also ' +
        'while a server runs. svcapi import reads it into a database of either kind, where the same tokens are valid.' +
        '\n\n' +
        'It contains everything: private profiles, clients, grants, the audit trail, the blacklist, and the hashes of ' +
        'tokens, which grant no access. --galaxy exports the galaxy only, to share it.\n\n' +
        'A file appears when it is complete, with mode 0600, and replaces an older one in one step.',
    )
    .argument('[file]', 'file to write; - or none writes to standard output')
    .option('--galaxy', 'export the galaxy only: no clients, grants, tokens, audit trail, keys or blacklist')
    .exitStatus('other', 'there is no database, or the file cannot be written')
    .example('svcapi export service.ndjson', 'into a file')
    .example('svcapi export --galaxy galaxy.ndjson', 'without secrets, to share it')
    .example('svcapi export | gzip > galaxy.ndjson.gz', 'compressed')
    .example(`svcapi export | grep '"kind":"transaction"' | wc -l`, 'number of transactions')
    .action((file = '-', { galaxy = false }: ExportOptions) =>
      writeExport(command, file, async () => (galaxy ? 'galaxy' : 'service')),
    );
  return addStore(command);
}
