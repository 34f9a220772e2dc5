import type { Store } from '../../store/store.js';
import { CliCommand } from '../command.js';
import type { Context } from '../context.js';
import { CliError } from '../exit-status.js';
import { addConfirmation, confirm, confirmRemoval } from '../input/confirm.js';
import type { Column } from '../output/columns.js';
import { ClosedPipe } from '../output/output.js';
import { addOutput, createPrinter } from '../output/print.js';
import { addStore, withStore } from './database.js';

interface List<Row> {
  description: string;
  whenEmpty: string;
  read(store: Store): Promise<Row[]>;
}

/** Creates `list` below the command `parent`: one query, and a table of its rows. */
export function listCommand<Row>(
  context: Context,
  parent: string,
  rows: string,
  columns: readonly Column<Row>[],
  { description, whenEmpty, read }: List<Row>,
): CliCommand {
  const [first, second] = columns.map(({ name }) => name);
  const command = new CliCommand('list', context)
    .summary(`list all ${rows}`)
    .description(description)
    .example(`svcapi ${parent} list`, `all ${rows}`)
    .example(`svcapi ${parent} list --json ${first},${second}`, 'as JSON, with these fields only')
    .action(async () => {
      const printer = createPrinter(command, columns);
      await printer.rows(await withStore(command, read), whenEmpty);
    });
  return addOutput(addStore(command), columns);
}

interface Change {
  verb: string;
  summary: string;
  description: string;
  /** The object of the change, such as “client”. */
  noun: string;
  /** An argument for the example. */
  example: string;
  /** The beginning of the message for each one, such as “Revoked the client”. */
  done: string;
  /** Asks first: `removal` also demands --yes without a terminal. */
  asks?: 'removal' | 'irreversible';
  /** Returns false if there is no such object; then all changes are undone. */
  change(within: Store, given: string): Promise<boolean>;
}

/** Creates a command below `parent` that changes each object that it is given, all or none. */
export function changeEachCommand(
  context: Context,
  parent: string,
  { verb, summary, description, noun, example, done, asks, change }: Change,
): CliCommand {
  const command = new CliCommand(verb, context)
    .summary(summary)
    .description(description)
    .argument(`<${noun}...>`, `what svcapi ${parent} list shows in its first column`)
    .exitStatus('not_found', 'one of them does not exist; then none is changed')
    .example(`svcapi ${parent} ${verb} ${example}${asks === 'removal' ? ' --yes' : ''}`, summary)
    .action(async (given: string[]) => {
      if (asks) {
        const all = given.map((each) => `“${each}”`).join(', ');
        const question = `${verb[0]?.toUpperCase()}${verb.slice(1)} the ${noun} ${all} for good?`;
        await (asks === 'removal' ? confirmRemoval : confirm)(command, question);
      }
      await withStore(command, (store) =>
        store.transaction(async (within) => {
          for (const each of new Set(given)) {
            if (await change(within, each)) continue;
            throw new CliError('not_found', `there is no valid ${noun} “${each}”; see svcapi ${parent} list`);
          }
        }),
      );
      for (const each of new Set(given)) context.info(`${done} “${each}”.`);
    });
  return addStore(asks ? addConfirmation(command) : command);
}

/** Prints only a secret, for pipes and variables. @throws {CliError} with the next step if it is lost, as when nobody reads it */
export async function printSecret({ stdout }: Context, secret: string, next: string): Promise<void> {
  try {
    await stdout.write(`${secret}\n`);
    await stdout.flush();
  } catch (error) {
    const problem = error instanceof ClosedPipe ? 'nobody reads the standard output' : (error as Error).message;
    throw new CliError('other', `${problem}: ${next}`);
  }
}
