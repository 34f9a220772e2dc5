import { Option } from 'commander';
import { usageError } from '../cli-error.js';
import type { CliCommand } from '../command.js';
import type { BatchFormat } from './records.js';
import { resultColumns } from './result.js';

/** The options of a batch. */
export interface BatchOptions {
  /** Show what would change, and change nothing. */
  dryRun?: boolean;
  batchId?: string;
  /** Make all changes once more. */
  again?: true;
  batchFormat?: BatchFormat;
}

/** Adds the batch options to a command, which must have `--dry-run` itself. */
export function addBatchOptions(command: CliCommand): CliCommand {
  command.otherFields = resultColumns.map(({ name }) => name);
  return command
    .addOption(
      new Option(
        '--batch <file>',
        'make many changes, from a CSV or NDJSON file, or - for standard input; all rows are checked before the first is ' +
          `sent. The result of a row has the fields ${command.otherFields.join(', ')}`,
      ).conflicts(['to', 'from', 'uses', 'unlimited', 'idempotencyKey']),
    )
    .addOption(
      new Option(
        '--batch-id <id>',
        'the id of the batch: rows that a batch of this id has done are skipped. By default the id is derived from the ' +
          'name of the file and its rows, so that running a batch again continues it',
      ).argParser(readId),
    )
    .option('--again', 'make the changes of a batch once more when all of them are done')
    .addOption(
      new Option('--batch-format <format>', 'the format of the batch, instead of detecting it').choices([
        'csv',
        'ndjson',
      ]),
    )
    .exitStatus('partly', 'some rows of a batch failed; the others are done')
    .hook('preAction', () => checkOptions(command));
}

/** Rejects batch options without `--batch`, where they would be ignored silently. */
function checkOptions(command: CliCommand): void {
  const { batch } = command.opts<{ batch?: string }>();
  if (batch !== undefined) return;
  const flags = { batchId: '--batch-id', again: '--again', batchFormat: '--batch-format' } as const;
  for (const [name, flag] of Object.entries(flags)) {
    if (command.getOptionValue(name) !== undefined) throw usageError(`${flag} needs --batch FILE`);
  }
}

function readId(id: string): string {
  if (/^\w[\w.-]{0,63}$/.test(id)) return id;
  throw usageError(`--batch-id is “${id}”; give up to 64 letters, digits, “.”, “_” and “-”`);
}
