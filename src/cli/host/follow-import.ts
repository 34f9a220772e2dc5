import type { CliCommand } from '../command.js';
import { CliError, usageError } from '../exit-status.js';
import { interruptible } from '../interrupt.js';
import { prepareStore } from './database.js';

interface Options {
  json: boolean;
  reclaim: boolean;
}

/** Prints the last committed line number after each commit, and a refused line before the commit that omits it. */
export async function followImport(command: CliCommand, { json, reclaim }: Options): Promise<void> {
  const { context } = command;
  const { stdout, io } = context;
  const [{ followRecords }, { UnreadableSource }, { explainFailure }, { UnusableDatabase }] = await Promise.all([
    import('../../transfer/follow.js'),
    import('../../transfer/lines.js'),
    import('../../store/open-store.js'),
    import('../../store/unusable-database.js'),
  ]);
  const settings = await command.settings(['keepEvents', 'keepTransactions', 'database']);
  let committed = 0;
  const follow = (signal: AbortSignal) =>
    prepareStore(command, (store) =>
      followRecords(
        store,
        { name: 'standard input', open: () => io.stdin },
        {
          keep: { event: settings.keepEvents, transaction: settings.keepTransactions },
          reclaim,
          now: () => context.now(),
          sleep: (milliseconds, ends) => io.sleep(milliseconds, ends),
          signal,
          async onCommitted(line, refused) {
            for (const { source, line: number, reason } of refused) {
              if (json) await stdout.write(`${JSON.stringify({ line: number, refused: reason })}\n`);
              else context.error(`${source}, line ${number}: ${reason}`);
            }
            await stdout.write(json ? `${JSON.stringify({ committed: line })}\n` : `${line}\n`);
            await stdout.flush();
            committed = line;
          },
          onWait: () => context.info('Another import is running: waiting until it has ended'),
          async onAvailability(failure) {
            if (!failure) return context.info('The database is back');
            const reason = await explainFailure(settings.database, failure);
            const why = reason instanceof UnusableDatabase ? ` (${reason.message})` : '';
            context.info(`The database is unavailable${why}: waiting until it is back; nothing is lost`);
          },
        },
      ),
    );
  try {
    await interruptible(context, '', follow);
  } catch (error) {
    if (error instanceof UnreadableSource) throw usageError(error.message);
    if (context.interruptedBy === undefined) throw error;
    const kept = committed === 0 ? 'nothing was committed; send all' : `committed up to line ${committed}; send later`;
    throw new CliError('other', `interrupted by ${context.interruptedBy}: ${kept} lines again`);
  }
}
