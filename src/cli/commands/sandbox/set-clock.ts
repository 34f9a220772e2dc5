import { Option } from 'commander';
import type { ClockState } from '../../../sandbox/shown.js';
import { CliCommand } from '../../command.js';
import type { Context } from '../../context.js';
import type { Column } from '../../output/column.js';
import { isoDate } from '../../output/iso-date.js';
import { addOutput, createPrinter } from '../../output/print.js';
import { addSandbox, callSandbox } from '../../sandbox/call-sandbox.js';

const clockColumns: Column<ClockState>[] = [
  { name: 'now', value: ({ now }) => now, align: 'right' },
  { name: 'cgt', value: ({ cgt }) => cgt, tone: 'strong' },
  { name: 'date', value: ({ now }) => isoDate(Math.floor(now)) },
  { name: 'running', value: ({ running }) => running },
];

interface ClockOptions {
  set?: string;
  advance?: string;
  run?: true;
  stop?: true;
}

/** Creates `svcapi sandbox clock`. */
export function clockCommand(context: Context): CliCommand {
  const command = new CliCommand('clock', context)
    .summary('show, set and move the clock')
    .description(
      'Shows the clock of a sandbox, after a change if one is given. It stands still unless it was told to run.',
    )
    .option('--set <time>', 'set it: galactic time, Unix seconds or an ISO 8601 date with its zone')
    .option('--advance <duration>', 'move it on by seconds, or a number with ms, s, m, h or d')
    .addOption(new Option('--run', 'let it run').conflicts('stop'))
    .option('--stop', 'stop it')
    .example('svcapi sandbox clock', 'the time in the sandbox')
    .example('svcapi sandbox clock --set "Year 27 Day 2"', 'another day')
    .example('svcapi sandbox clock --advance 2h', 'two hours later')
    .action(async ({ set, advance, run, stop }: ClockOptions) => {
      const printer = createPrinter(command, clockColumns);
      const seconds = advance !== undefined && /^\d{1,16}$/.test(advance) ? Number(advance) : advance;
      const body = {
        ...(set !== undefined && { set }),
        ...(seconds !== undefined && { advance: seconds }),
        ...(run && { running: true }),
        ...(stop && { running: false }),
      };
      const isChange = Object.keys(body).length > 0;
      const request = isChange ? { method: 'POST', path: '/clock', body } : { method: 'GET', path: '/clock' };
      await printer.record(await callSandbox<ClockState>(command, request as { method: 'GET'; path: string }));
    });
  return addSandbox(addOutput(command, clockColumns));
}
