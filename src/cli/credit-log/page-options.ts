import { Option } from 'commander';
import { MAX_ITEMS } from '../../domain/credit-log.js';
import type { CliCommand } from '../command.js';
import { wholeNumberOption } from '../input/whole-number-option.js';

export interface CreditLogOptions {
  startIndex?: number;
  itemCount?: number;
  startId?: number;
  all?: true;
  since?: number;
  plot?: true;
  follow?: true;
}

/** Options for a single page, which do not apply to the whole log. */
const PAGE_OPTIONS = ['startIndex', 'itemCount', 'startId', 'xml'];

/** Adds the options that select a part of a credit log, and `--plot`. */
export function addCreditLogOptions(command: CliCommand): CliCommand {
  return command
    .addOption(wholeNumberOption('--start-index <number>', 'the first item of the page, counted from 1', 0))
    .addOption(
      wholeNumberOption('--item-count <number>', 'the number of items on the page (default: 50)', 1, MAX_ITEMS),
    )
    .addOption(
      wholeNumberOption(
        '--start-id <id>',
        'take the page from the oldest 1000 transactions with this or a higher id',
        0,
      ),
    )
    .addOption(new Option('--all', 'read the whole log, oldest first').conflicts(PAGE_OPTIONS))
    .addOption(
      wholeNumberOption('--since <id>', 'read all transactions after this id, oldest first', 0).conflicts(PAGE_OPTIONS),
    )
    .addOption(
      new Option(
        '--follow',
        'print each new transaction as it comes, until Ctrl-C; with --since, begin after that id',
      ).conflicts([...PAGE_OPTIONS, 'all', 'plot']),
    )
    .addOption(
      new Option('--plot', 'plot the balance over time, from the beginning or from --since on').conflicts([
        ...PAGE_OPTIONS,
        'json',
        'output',
      ]),
    );
}
