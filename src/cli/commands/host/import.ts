import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { InvalidArgumentError, Option } from 'commander';
import type { RecordType } from '../../../model/index.js';
import { isPostgres } from '../../../store/address.js';
import type { Store } from '../../../store/store.js';
import type { Counts, ImportResult, Plan } from '../../../transfer/import.js';
import { CliCommand } from '../../command.js';
import type { Context } from '../../context.js';
import { CliError, usageError } from '../../exit-status.js';
import { addStore, prepareStore, withStore } from '../../host/database.js';
import { followImport } from '../../host/follow-import.js';
import { addSetting } from '../../input/options.js';
import { unreadable } from '../../input/read-input.js';
import { interruptible } from '../../interrupt.js';
import type { Output } from '../../output/output.js';
import { Progress } from '../../output/progress.js';
import { removal, shellOf } from '../../shell.js';

/** Further refused lines are only counted. */
const MAX_REPORTED = 1000;

const AGAIN = 'run the same command again';
const NOTHING_KEPT = `nothing was kept; ${AGAIN}`;
const UNKNOWN = `It is unknown whether the records were kept: ${AGAIN}, which adds what is missing`;
const HISTORIES_MISSING = `The records were kept, and only transactions and events can be missing: ${AGAIN}, which adds them`;

interface Options {
  follow?: boolean;
  keepGoing?: boolean;
  sync?: boolean;
  reclaim?: boolean;
  maxRemoved?: number;
  requireEnd: boolean;
  dryRun?: boolean;
  json?: boolean;
}

export function createCommand(context: Context): CliCommand {
  const command = new CliCommand('import', context)
    .description(
      'Loads records, one JSON object a line (docs/import-format.md), into the database, which is created when missing. A ' +
        'running service keeps answering: only what differs is written. A refused line is named with the reason, and nothing is ' +
        'kept unless --keep-going is given. Loading the same files again changes nothing. docs/host/in-step.md has the rules.' +
        '\n\n' +
        '--follow commits what has arrived once a second, or 1,000 lines at a time, and prints the number of the last committed ' +
        'line; a refused line is named and left out. If it ends, send the lines after the last number again.',
    )
    .argument('<files...>', 'files of records, also compressed with gzip; - reads standard input')
    .option('--keep-going', 'keep the valid lines when others are refused')
    .option('--sync', 'also remove records that are missing from the files, of each kind that the files have')
    .addOption(
      new Option(
        '--max-removed <percentage>',
        'with --sync: maximum share of each kind to remove, at least 3 records unless it is 0% (default: 10%)',
      ).argParser(readMaxRemoved),
    )
    .option('--no-require-end', 'with --sync: accept a file without an end record, which may be cut short')
    .option('--reclaim', 'take the newest assignments back if a datacard has fewer uses than are assigned')
    .option('--dry-run', 'show what would be added, changed and removed, and write nothing')
    .addOption(
      new Option(
        '--follow',
        'import from a pipe until it ends, and print the last line that each commit includes',
      ).conflicts(['keepGoing', 'sync', 'maxRemoved', 'dryRun']),
    )
    .option('--json', 'with --follow: print one JSON object a line')
    .exitStatus(
      'usage',
      'a line was refused, a file is missing, empty, cut short or of another format, or too much would be removed; nothing was kept',
    )
    .exitStatus('partly', 'with --keep-going: some lines were refused; with --dry-run: something would change')
    .example('svcapi import galaxy.ndjson', 'load a file')
    .example('svcapi import --sync galaxy.ndjson', 'make the galaxy match a file')
    .example('svcapi import --follow - < galaxy.ndjson', 'commit records as they arrive in a pipe')
    .action((files: string[], options: Options) => {
      if (!options.follow) return load(command, files, options);
      if (files.join() !== '-') throw usageError('--follow reads one pipe: give - as the only file');
      return followImport(command, { json: options.json ?? false, reclaim: options.reclaim ?? false });
    });
  addSetting(command, 'keepEvents');
  addSetting(command, 'keepTransactions');
  return addStore(command);
}

async function load(command: CliCommand, files: string[], options: Options): Promise<void> {
  const { context } = command;
  const { keepGoing = false, dryRun = false, sync = false, json, reclaim, requireEnd, maxRemoved } = options;
  if (sync && keepGoing)
    throw usageError('--sync needs whole files: leave out --keep-going, and correct what is refused');
  if (maxRemoved !== undefined && !sync)
    throw usageError('--max-removed is only for --sync, which removes records; add --sync');
  if (json) throw usageError('--json is for --follow; the counts are separated by tabs');
  const settings = await command.settings(['keepEvents', 'keepTransactions', 'database']);
  if (files.filter((file) => file === '-').length > 1)
    throw usageError('standard input can be read only once; give - once');
  for (const file of files) {
    if (file === '-') continue;
    const found = await stat(resolve(context.io.cwd, file)).catch((error: unknown) => {
      throw unreadable(file, error);
    });
    if (found.isDirectory()) throw usageError(`${file} is a folder; give the files in it`);
  }
  const { importRecords, ImportRefused, TooManyRemoved, totalOf, UnreadableSource } = await import(
    '../../../transfer/import.js'
  );
  const sources = files.map((file) => ({
    name: file === '-' ? 'standard input' : file,
    open: () => (file === '-' ? context.io.stdin : createReadStream(resolve(context.io.cwd, file))),
  }));
  const progress = new Progress(context, dryRun ? 'Comparing' : 'Importing');
  let refused = 0;
  let isKept = false;
  let hasBegun = false;
  const open = dryRun ? withStore : prepareStore;
  try {
    const importInto = (store: Store, signal: AbortSignal, newFile?: string) => {
      hasBegun = true;
      return importRecords(store, sources, {
        now: context.now(),
        keepGoing,
        dryRun,
        sync,
        ...(reclaim && { reclaim }),
        requireEnd: sync && requireEnd,
        keep: { event: settings.keepEvents, transaction: settings.keepTransactions },
        ...(maxRemoved !== undefined && { maxRemoved }),
        signal,
        onRefused({ source, line, reason }) {
          progress.end();
          if (++refused <= MAX_REPORTED) context.error(`${source}, line ${line}: ${reason}`);
        },
        onProgress: (records) => progress.update(undefined, `${records.toLocaleString('en')} records`),
        onWait: () => context.info('Another import is running: waiting until it has ended'),
        onKept: () => (isKept = true),
        async onPlan(plan) {
          progress.end();
          if (!dryRun) return;
          await printCounts(context.stdout, plan.result, plan);
          const { added, changed, removed } = totalOf(plan.result);
          if (added + changed + removed > 0) context.exit = 'partly';
        },
      }).catch(async (error: unknown) => {
        progress.end();
        if (newFile !== undefined && (await store.metadata.isEmpty().catch(() => false))) {
          const remove = isPostgres(newFile) ? '' : `; remove it with: ${removal(shellOf(context.io), newFile)}`;
          context.info(`The new database ${newFile} is empty${remove}`);
        }
        throw error;
      });
    };
    const result = await interruptible(context, NOTHING_KEPT, (signal) =>
      open(command, (store: Store, newFile?: string) => importInto(store, signal, newFile)),
    ).finally(() => progress.end());
    if (!dryRun) await printCounts(context.stdout, result);
    if (refused > 0) {
      context.exit = 'partly';
      const were = refused === 1 ? 'line was' : 'lines were';
      context.error(`${refused} ${were} refused; the others ${dryRun ? 'would be' : 'were'} kept`);
    }
  } catch (error) {
    if (context.interruptedBy !== undefined && isKept) {
      throw new CliError('other', `interrupted by ${context.interruptedBy}. ${HISTORIES_MISSING}`);
    }
    if (hasBegun && error instanceof CliError && context.interruptedBy === undefined && !dryRun) {
      // The connection can end before the answer to a commit arrives.
      const unkept = isPostgres(settings.database) ? UNKNOWN : `Nothing was kept: ${AGAIN}`;
      throw new CliError(error.exit, `${error.message}. ${isKept ? HISTORIES_MISSING : unkept}`);
    }
    if (error instanceof TooManyRemoved) {
      throw usageError(`${error.message}. Check the files; if they are right, allow more with --max-removed`);
    }
    if (error instanceof UnreadableSource) throw usageError(error.message);
    if (!(error instanceof ImportRefused)) throw error;
    if (refused > MAX_REPORTED) context.error(`${refused - MAX_REPORTED} more lines were refused`);
    throw new CliError('usage', `${error.message} Correct these lines, or load the others with --keep-going`);
  }
}

/** Prints a line with the counts of each kind, and with a plan some of the rows that would change. */
async function printCounts(output: Output, { types }: ImportResult, plan?: Plan): Promise<void> {
  for (const [kind, counts] of Object.entries(types)) {
    if (counts.read + counts.removed === 0) continue;
    await output.write(`${countsLine(kind, counts)}\n`);
    if (!plan) continue;
    const examples = await plan.examples(kind as RecordType);
    for (const { sign, row, place } of examples) await output.write(`  ${sign} ${row} (${place})\n`);
    const more = counts.added + counts.changed + counts.removed - examples.length;
    if (more > 0) await output.write(`  and ${more.toLocaleString('en')} more\n`);
  }
  // Messages follow on standard error. The end of the command reports a closed pipe or a full disk.
  await output.flush().catch(() => {});
}

function countsLine(kind: string, { added, changed, removed, unchanged, renamed, repeated, skipped }: Counts): string {
  const cells = [kind, `${added} added`, `${changed} changed`, `${removed} removed`, `${unchanged} unchanged`];
  if (repeated > 0) cells.push(`${repeated} repeated`);
  if (skipped > 0) cells.push(`${skipped} skipped`);
  if (renamed > 0) cells.push(`${renamed} back under another name, without their old access`);
  return cells.join('\t');
}

function readMaxRemoved(text: string): number {
  const [, digits] = /^(\d{1,3}(?:\.\d{1,9})?)%$/.exec(text.trim()) ?? [];
  if (digits === undefined || Number(digits) > 100) throw new InvalidArgumentError('Give a percentage up to 100%.');
  return Number(digits) / 100;
}
