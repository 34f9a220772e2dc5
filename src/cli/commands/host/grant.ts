import type { ListedGrant, Store } from '../../../store/store.js';
import { CliCommand } from '../../command.js';
import type { Context } from '../../context.js';
import { CliError, usageError } from '../../exit-status.js';
import { addStore, withStore } from '../../host/database.js';
import { findAccount } from '../../host/find-account.js';
import { addConfirmation, confirm } from '../../input/confirm.js';
import type { Column } from '../../output/columns.js';
import { dateColumn } from '../../output/columns.js';
import { addOutput, createPrinter } from '../../output/print.js';

function stateOf({ disabled_at, removed_at }: ListedGrant): 'active' | 'asleep' | 'disabled' {
  if (removed_at !== null) return 'asleep';
  return disabled_at === null ? 'active' : 'disabled';
}

const columns: Column<ListedGrant>[] = [
  { name: 'grant', value: ({ id }) => id, tone: 'strong' },
  { name: 'state', value: stateOf, tone: (grant) => (stateOf(grant) === 'active' ? 'good' : 'bad'), wide: true },
  { name: 'account', value: ({ account }) => account?.name ?? null, long: 'cut' },
  { name: 'client', value: ({ client }) => client.id },
  { name: 'uid', value: ({ character }) => character.uid, wide: true },
  { name: 'character', value: ({ character }) => character.name, long: 'cut' },
  {
    name: 'permissions',
    value: ({ permissions }) => permissions,
    shown: ({ permissions }) => permissions.join(', '),
    long: 'wrap',
  },
  { ...dateColumn('created', (grant) => grant.created_at), wide: true },
  dateColumn('last_used', (grant) => grant.last_used_at),
  { ...dateColumn('expires', (grant) => grant.expires_at), wide: true },
];

interface Filter {
  account?: string;
  client?: string;
}

export function createCommand(context: Context): CliCommand {
  return new CliCommand('grant', context)
    .description(
      'Lists and ends grants: the access of a client to a character. An account makes one when its player allows a ' +
        'program or makes a personal token, and the host with svcapi token create.',
    )
    .addCommand(listCommand(context))
    .addCommand(endCommand(context))
    .example('svcapi grant list --account "Hana Veil"', 'what a player has allowed')
    .example('svcapi grant end --account "Hana Veil" --client trade-console', 'end the access of one program');
}

function listCommand(context: Context): CliCommand {
  const command = new CliCommand('list', context)
    .summary('list all grants')
    .description(
      'Lists the valid grants, newest first. A grant is “disabled” while its account is disabled, and “asleep” while its ' +
        'character is removed but can come back. The last use is known to the day, and only for grants of accounts.',
    )
    .exitStatus('not_found', 'there is no such account or client')
    .example('svcapi grant list', 'all grants')
    .example('svcapi grant list --client trade-console --json account,permissions', 'those of a program, as JSON')
    .action(async (filter: Filter) => {
      const printer = createPrinter(command, columns);
      const grants = await withStore(command, (store) => findGrants(store, filter, context.now()));
      await printer.rows(grants, 'There are no such grants.');
    });
  return addOutput(addStore(addFilter(command)), columns);
}

function endCommand(context: Context): CliCommand {
  const command = new CliCommand('end', context)
    .summary('end grants with their tokens')
    .description(
      'Ends grants for good, by their ids, or all of an account, of a client, or of an account to a client. Their tokens ' +
        'stop working within a second. The player can allow the program again; svcapi client revoke prevents that.',
    )
    .argument('[grant...]', 'the ids of the grants, as svcapi grant list shows them')
    .exitStatus('not_found', 'there is no such grant, account or client')
    .example('svcapi grant end --account "Hana Veil" --client trade-console', 'end one player’s access of one program')
    .example('svcapi grant end 3f2a90c1b4d7 --yes', 'one grant, without a question')
    .action((ids: string[], filter: Filter) =>
      withStore(command, async (store) => {
        const isFiltered = filter.account !== undefined || filter.client !== undefined;
        if (isFiltered === ids.length > 0) throw usageError('give the ids of grants, or --account, --client or both');
        const found = await findGrants(store, filter, context.now());
        const grants = isFiltered ? found : found.filter(({ id }) => ids.includes(id));
        const unknown = ids.find((id) => !grants.some((grant) => grant.id === id));
        if (unknown !== undefined || grants.length === 0) {
          const what = unknown === undefined ? 'such grant' : `valid grant “${unknown}”`;
          throw new CliError('not_found', `there is no ${what}; see svcapi grant list`);
        }
        await confirm(command, `End ${grants.length === 1 ? 'this grant' : `these ${grants.length} grants`} for good?`);
        for (const { id, client, character, account } of grants) {
          await store.grants.end(id, context.now());
          const by = account === null ? 'the host' : `“${account.name}”`;
          context.info(
            `Ended the access of “${client.id}” to ${character.name} (${character.uid}), which ${by} has allowed.`,
          );
        }
      }),
    );
  return addStore(addConfirmation(addFilter(command)));
}

function addFilter(command: CliCommand): CliCommand {
  return command
    .option('--account <name>', 'only the grants of this account')
    .option('--client <client>', 'only the grants to this client') as CliCommand;
}

/** @throws {CliError} when there is no such account or client */
async function findGrants(store: Store, { account, client }: Filter, now: number): Promise<ListedGrant[]> {
  const accountId = account === undefined ? undefined : (await findAccount(store, account)).id;
  if (client !== undefined && !(await store.clients.find(client)))
    throw new CliError('not_found', `there is no client “${client}”; see svcapi client list`);
  return (await store.grants.list(now)).filter(
    (grant) =>
      (accountId === undefined || grant.account?.id === accountId) &&
      (client === undefined || grant.client.id === client),
  );
}
