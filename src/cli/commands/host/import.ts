import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { ImportResult } from '../../../transfer/import-result.js';
import { CliError, usageError } from '../../cli-error.js';
import { CliCommand } from '../../command.js';
import type { Context } from '../../context.js';
import { prepareStore } from '../../host/database.js';
import { addSettings } from '../../input/settings-options.js';
import { abortOnInterrupt } from '../../interrupt.js';
import { Progress } from '../../output/progress.js';

/** Refused lines that are named; the others are only counted. */
const COMPLAINTS = 1000;

/** Creates `svcapi import`, which loads files of records. */
export function importCommand(context: Context): CliCommand {
  const command = new CliCommand('import', context)
    .summary('load a galaxy or a whole service from NDJSON')
    .description(
      'Loads records, one JSON object a line (docs/import-format.md), into the database, which is created when missing. ' +
        'All files are one transaction: a refused line is named with the reason, and nothing is kept unless --keep-going ' +
        'is given. Loading the same file again changes nothing.',
    )
    .argument('<files...>', 'files of records, also compressed with gzip; - reads standard input')
    .option('--keep-going', 'keep the valid lines when others are refused')
    .exitStatus('usage', 'a line was refused, or a file is empty or of another format, and nothing was kept')
    .exitStatus('partly', 'with --keep-going: some lines were refused, the others were kept')
    .example('svcapi import galaxy.ndjson', 'load a file')
    .example('svcapi import dump.ndjson.gz --database galaxy.db', 'load a file that gzip has compressed')
    .action((files: string[], { keepGoing = false }: { keepGoing?: boolean }) =>
      load(context, command, files, keepGoing),
    );
  return addSettings(command, 'store');
}

async function load(context: Context, command: CliCommand, files: string[], keepGoing: boolean): Promise<void> {
  if (files.filter((file) => file === '-').length > 1)
    throw usageError('standard input can be read only once; give - once');
  const sizes = await Promise.all(
    files.map((file) => (file === '-' ? undefined : stat(resolve(context.io.cwd, file)).then(({ size }) => size))),
  );
  const { importRecords, ImportRefused, UnreadableSource } = await import('../../../transfer/import.js');
  const sources = files.map((file) => ({
    name: file === '-' ? 'standard input' : file,
    open: () => (file === '-' ? context.io.stdin : createReadStream(resolve(context.io.cwd, file))),
  }));
  const progress = new Progress(context, 'Importing');
  let refused = 0;
  const interrupt = abortOnInterrupt(context, 'nothing was kept; run the same command again');
  try {
    const result = await prepareStore(context, command, (store) =>
      importRecords(store, sources, {
        now: context.now(),
        keepGoing,
        signal: interrupt.signal,
        onRefused({ source, line, reason }) {
          progress.end();
          if (++refused <= COMPLAINTS) context.error(`${source}, line ${line}: ${reason}`);
        },
        onProgress({ source, bytes, records }) {
          const size = sizes[sources.findIndex(({ name }) => name === source)];
          progress.update(size ? bytes / size : undefined, `${records.toLocaleString('en')} records`);
        },
      }),
    );
    progress.end();
    if (refused > 0) context.exit = 'partly';
    await tell(context, result, refused);
  } catch (error) {
    progress.end();
    if (error instanceof UnreadableSource) throw usageError(error.message);
    if (!(error instanceof ImportRefused)) throw error;
    if (refused > COMPLAINTS) context.error(`${refused - COMPLAINTS} more lines were refused`);
    throw new CliError('usage', `${error.message} Correct these lines, or load the others with --keep-going`);
  } finally {
    interrupt.end();
  }
}

async function tell(context: Context, { types }: ImportResult, refused: number): Promise<void> {
  for (const [type, { read, written, removed, unchanged }] of Object.entries(types)) {
    const removals = removed > 0 ? `\t${removed} removed` : '';
    if (read > 0) await context.stdout.write(`${type}\t${written} written\t${unchanged} unchanged${removals}\n`);
  }
  if (refused > 0)
    context.error(`${refused} ${refused === 1 ? 'line was' : 'lines were'} refused; the others were kept`);
}
