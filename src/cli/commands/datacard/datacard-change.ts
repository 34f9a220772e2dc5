import { Option } from 'commander';
import { Unreachable } from '../../../client/errors.js';
import { UNLIMITED } from '../../../domain/datacard.js';
import { assignmentBody, changeColumns, notSent, resultColumns, toAssigned, toRevoked } from '../../batch/change.js';
import type { BatchAction } from '../../batch/rows.js';
import { CliCommand } from '../../command.js';
import { callRoute, readReference, refuseXml } from '../../connection/call-route.js';
import { addConnection, connect } from '../../connection/connect.js';
import type { Context } from '../../context.js';
import { CliError, usageError } from '../../exit-status.js';
import { addConfirmation, confirm } from '../../input/confirm.js';
import { wholeNumberOption } from '../../input/options.js';
import { addOutput, createPrinter } from '../../output/print.js';

interface ChangeOptions {
  to?: string;
  from?: string;
  uses?: number;
  unlimited?: true;
  idempotencyKey?: string;
  batch?: string;
  dryRun?: true;
}

export function assignCommand(context: Context): CliCommand {
  const command = new CliCommand('assign', context)
    .summary('assign uses of a datacard to a production entity')
    .description(
      'Moves unassigned uses of a datacard to a production entity. The token needs the permission ' +
        'faction_datacards_write, and its character a membership of the faction with the right to manage datacards.',
    )
    .argument('[uid]', 'the uid of the datacard, such as 14:1; not with --batch', readReference)
    .option('--to <entity>', 'the uid of the production entity, such as 4:1', readReference)
    .addOption(wholeNumberOption('--uses <number>', 'the number of uses', 1))
    .option('--unlimited', 'unlimited uses, of an unlimited datacard only')
    .exitStatus('other', 'the datacard has too few unassigned uses')
    .example('svcapi datacard assign 14:1 --to 4:1 --uses 3', 'three more uses for a facility')
    .example('svcapi datacard assign 14:1 --to 4:1 --uses 3 --idempotency-key june', 'the same, safe to repeat')
    .example("printf 'datacard,entity,uses\\n14:1,4:1,3\\n' | svcapi datacard assign --batch -", 'many changes')
    .action((given: string | undefined, options: ChangeOptions) => change(command, 'assign', given, options));
  return addChange(command);
}

export function revokeCommand(context: Context): CliCommand {
  const command = new CliCommand('revoke', context)
    .summary('revoke a datacard from a production entity')
    .description(
      'Takes all uses of a datacard back from a production entity. They can be assigned again. The token needs the ' +
        'permission faction_datacards_write, and its character a membership of the faction with the right to manage ' +
        'datacards.',
    )
    .argument('[uid]', 'the uid of the datacard, such as 14:1; not with --batch', readReference)
    .option('--from <entity>', 'the uid of the production entity, such as 4:1', readReference)
    .exitStatus('not_found', 'there is no such datacard, or the entity has no uses of it')
    .example('svcapi datacard revoke 14:1 --from 4:1', 'take the uses back from a facility')
    .action((given: string | undefined, options: ChangeOptions) => change(command, 'revoke', given, options));
  return addChange(addConfirmation(command));
}

function addChange(command: CliCommand): CliCommand {
  command
    .option(
      '--idempotency-key <key>',
      'make this change only once in 24 hours, however often it is sent with this key',
      readKey,
    )
    .option('--dry-run', 'print what would be sent, as a row of a batch, and send nothing');
  command.otherFields = resultColumns.map(({ name }) => name);
  command
    .addOption(
      new Option(
        '--batch <file>',
        'make many changes, from a CSV file, or - for standard input; all rows are checked before the first is sent. FILE.done ' +
          'records each change: repeat the command to resume, which needs the same file, not standard input. The result ' +
          'of a row has the fields ' +
          command.otherFields.join(', '),
      ).conflicts(['to', 'from', 'uses', 'unlimited', 'idempotencyKey']),
    )
    .exitStatus('partly', 'some rows of a batch failed; the others are done');
  return addOutput(addConnection(command), changeColumns, { xml: true });
}

async function change(
  command: CliCommand,
  action: BatchAction,
  given: string | undefined,
  options: ChangeOptions,
): Promise<void> {
  const { batch, idempotencyKey, dryRun } = options;
  if (batch !== undefined) {
    const { runBatch } = await import('../../batch/run-batch.js');
    return runBatch(command, action, batch, dryRun);
  }
  const uid = required(given, 'the uid of the datacard', '14:1');
  const entity = action === 'assign' ? required(options.to, '--to', '4:1') : required(options.from, '--from', '4:1');
  const uses = action === 'assign' ? chosenUses(options) : null;
  if (dryRun) {
    const printer = createPrinter(command, resultColumns);
    refuseXml(printer, '--dry-run');
    return printer.record(notSent({ datacard: uid, entity, uses, line: 1, occurrence: 0 }));
  }
  const printer = createPrinter(command, changeColumns);
  if (action === 'revoke') await confirm(command, `Revoke all uses of the datacard ${uid} from ${entity}?`);
  const connection = await connect(command);
  const target = { params: { uid }, idempotencyKey };
  const send = async () => {
    if (uses === null) {
      const query = { production_entity_uid: entity };
      const payload = await callRoute(connection, printer, 'DELETE /datacard/{uid}', { ...target, query });
      return payload && toRevoked(payload);
    }
    const body = assignmentBody(entity, uses);
    const payload = await callRoute(connection, printer, 'POST /datacard/{uid}', { ...target, body });
    return payload && toAssigned(payload);
  };
  const changed = await send().catch((error: unknown) => {
    if (!(error instanceof Unreachable) || error.isBeforeRequest) throw error;
    const next =
      idempotencyKey === undefined ? `see svcapi datacard show ${uid}` : 'run it again with the same --idempotency-key';
    throw new CliError('unreachable', `${error.message}; the change may have been made: ${next}`);
  });
  if (changed) await printer.record(changed);
}

function chosenUses({ uses, unlimited }: ChangeOptions): number {
  if (uses !== undefined && unlimited) throw usageError('--uses and --unlimited exclude each other; give one of them');
  if (uses !== undefined) return uses;
  if (unlimited) return UNLIMITED;
  throw usageError('the number of uses is missing; give --uses NUMBER or --unlimited');
}

function readKey(text: string): string {
  if (/^[\x20-\x7e]{1,255}$/.test(text)) return text;
  throw usageError('--idempotency-key must be 1 to 255 printable ASCII characters');
}

function required(value: string | undefined, what: string, such: string): string {
  if (value === undefined) throw usageError(`${what} is missing; give a uid such as ${such}`);
  return value;
}
