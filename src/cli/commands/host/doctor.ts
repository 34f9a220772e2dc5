import { CliCommand } from '../../command.js';
import type { Context } from '../../context.js';
import type { Result } from '../../doctor/finding.js';
import { addSettings } from '../../input/options.js';
import type { Column } from '../../output/columns.js';
import { addOutput, createPrinter } from '../../output/print.js';

type Finding = Result & { check: string };

const tones = { ok: 'good', warning: 'strong', problem: 'bad' } as const;

const columns: Column<Finding>[] = [
  { name: 'check', value: ({ check }) => check },
  { name: 'state', value: ({ state }) => state, tone: ({ state }) => tones[state] },
  {
    name: 'finding',
    value: ({ finding }) => finding,
    isProse: true,
    // The next step is below the finding, since few findings have one.
    shown: ({ finding, next }) => (next === '' ? finding : `${finding}\n→ ${next}`),
    long: 'wrap',
  },
  { name: 'next', value: ({ next }) => next, isProse: true },
];

export function createCommand(context: Context): CliCommand {
  const command = new CliCommand('doctor', context)
    .description(
      'Checks the configuration that svcapi serve would run with: settings, machine, network, database and Redis, one ' +
        'line a check. Every warning and every problem comes with the next step. It changes nothing, shows no password, ' +
        'and can run beside a running server.',
    )
    .exitStatus('ok', 'there is no problem; there may be warnings')
    .exitStatus('other', 'there is a problem')
    .example('svcapi doctor', 'the configuration that svcapi serve would run with here')
    .example('svcapi doctor --json check,state,next', 'as JSON, with these fields only')
    .action(() => doctor(command));
  addSettings(command, 'store');
  addSettings(command, 'serve');
  return addOutput(command, columns);
}

async function doctor(command: CliCommand): Promise<void> {
  const { context } = command;
  const printer = createPrinter(command, columns, { compact: columns.slice(0, 3) });
  const { examine } = await import('../../doctor/checks.js');
  const counts = { ok: 0, warning: 0, problem: 0 };
  const counted = async function* () {
    for await (const finding of examine(command)) {
      counts[finding.state] += 1;
      yield finding;
    }
  };
  await printer.rows(counted());
  const found = (['problem', 'warning'] as const).flatMap((state) =>
    counts[state] === 0 ? [] : [`${counts[state]} ${state}${counts[state] === 1 ? '' : 's'}`],
  );
  context.info(
    found.length === 0 ? 'No problems found.' : `${found.join(' and ')}: see the last column for what to do.`,
  );
  if (counts.problem > 0) context.exit = 'other';
}
