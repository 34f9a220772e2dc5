import { Option } from 'commander';
import { usageError } from '../cli-error.js';
import type { CliCommand } from '../command.js';
import type { BatchFormat } from './records.js';
import { resultColumns } from './result.js';

/** The options of a batch. */
export interface BatchOptions {
  /** Show what would change, and change nothing. */
  dryRun?: boolean;
  batchName?: string;
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
        '--batch-name <name>',
        'the name of the batch: rows that a batch of this name has done are skipped. By default the name is derived from ' +
          'the rows, so that running a batch again continues it',
      ).argParser(readName),
    )
    .addOption(
      new Option('--batch-format <format>', 'the format of the batch, instead of detecting it').choices([
        'csv',
        'ndjson',
      ]),
    )
    .exitStatus('partly', 'some rows of a batch failed; the others are done')
    .hook('preAction', () => refuseWithoutBatch(command));
}

/** Rejects batch options without `--batch`, where they would be ignored silently. */
function refuseWithoutBatch(command: CliCommand): void {
  const { batch, batchName, batchFormat } = command.opts<BatchOptions & { batch?: string }>();
  if (batch !== undefined || (batchName === undefined && batchFormat === undefined)) return;
  throw usageError(`${batchName === undefined ? '--batch-format' : '--batch-name'} needs --batch FILE`);
}

function readName(name: string): string {
  if (/^\w[\w.-]{0,63}$/.test(name)) return name;
  throw usageError(`--batch-name is “${name}”; give up to 64 letters, digits, “.”, “_” and “-”`);
}
