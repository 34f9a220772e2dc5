import type { ClockState } from '../../../sandbox/shown.js';
import { CliCommand } from '../../command.js';
import type { Context } from '../../context.js';
import { addSandbox, callSandbox } from '../../sandbox/call-sandbox.js';

/** Creates `svcapi sandbox reset`. */
export function resetCommand(context: Context): CliCommand {
  const command = new CliCommand('reset', context)
    .summary('go back to the beginning, or to a snapshot')
    .description(
      'Brings the galaxy and the clock of a sandbox back to a snapshot, or to the beginning. Faults, rate limits, the blacklist ' +
        'and the recorded requests are empty then; the first token stays valid.',
    )
    .argument('[snapshot]', 'a snapshot of svcapi sandbox snapshot')
    .exitStatus('not_found', 'there is no such snapshot')
    .example('svcapi sandbox reset', 'as at the start')
    .example('svcapi sandbox reset "$(svcapi sandbox snapshot)"', 'the present galaxy, without faults')
    .action(async (snapshot: string | undefined) => {
      const body = snapshot === undefined ? {} : { snapshot };
      const { cgt } = await callSandbox<ClockState>(command, { method: 'POST', path: '/reset', body });
      context.info(`The sandbox is at ${snapshot ?? 'its beginning'}: ${cgt}.`);
    });
  return addSandbox(command);
}

/** Creates `svcapi sandbox snapshot`. */
export function snapshotCommand(context: Context): CliCommand {
  const command = new CliCommand('snapshot', context)
    .summary('keep the present state')
    .description('Keeps the galaxy and the clock of a sandbox as they are, and prints the name of the snapshot.')
    .option('--drop <snapshot>', 'forget a snapshot instead')
    .exitStatus('not_found', 'there is no such snapshot')
    .example('svcapi sandbox snapshot', 'its name')
    .example('before=$(svcapi sandbox snapshot)', 'into a shell variable, for svcapi sandbox reset "$before"')
    .action(async ({ drop }: { drop?: string }) => {
      if (drop !== undefined) {
        await callSandbox(command, { method: 'DELETE', path: `/snapshots/${encodeURIComponent(drop)}` });
        return context.info(`${drop} is forgotten.`);
      }
      const request = { method: 'POST', path: '/snapshots', body: {} } as const;
      const { snapshot } = await callSandbox<{ snapshot: string }>(command, request);
      await context.stdout.write(`${snapshot}\n`);
    });
  return addSandbox(command);
}
