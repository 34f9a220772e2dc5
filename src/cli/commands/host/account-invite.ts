import { isUid } from '../../../domain/uid.js';
import type { Account, Store } from '../../../store/store.js';
import { CliCommand } from '../../command.js';
import type { Context } from '../../context.js';
import { CliError, usageError } from '../../exit-status.js';
import { addStore, withStore } from '../../host/database.js';
import { findAccount, findCharacter, INVITATION_LIFETIME, invitationLink, readName } from '../../host/find-account.js';
import { localOrigin } from '../../host/listening.js';
import { printSecret } from '../../host/subcommands.js';
import { addSetting, repeated } from '../../input/options.js';
import { isoDate } from '../../output/dates.js';

export function inviteCommand(context: Context): CliCommand {
  const command = new CliCommand('invite', context)
    .summary('make an account, and print a link for its player')
    .description(
      'Makes an account for a player, and prints a link with which the player chooses a password. The link works once, ' +
        'for seven days, and cannot be printed again: svcapi account reset makes another.',
    )
    .argument('<name>', 'the name that the player signs in with')
    .requiredOption('--character <uid|name>', 'character of the player, may be repeated', repeated)
    .exitStatus('not_found', 'there is no such character')
    .exitStatus('other', 'the account exists already, or the database cannot be used')
    .example('svcapi account invite "Hana Veil" --character 1:1', 'a player with one character')
    .example('svcapi account invite bram --character 1:1 --character 1:2', 'a player with two characters')
    .action(async (name: string, { character }: { character: string[] }) => {
      const accountName = readName(name, 'the name of an account');
      if (isUid(name)) throw usageError(`the name of an account is not a UID such as ${name}; choose another name`);
      await printLink(command, async (within) => {
        const uids: string[] = [];
        for (const each of character) uids.push((await findCharacter(within, each)).uid);
        if (await within.accounts.findByName(accountName)) {
          const next = 'choose another name, or make another link with svcapi account reset';
          throw new CliError('other', `the account “${name}” exists already; ${next}`);
        }
        return within.accounts.create(accountName, uids, context.now());
      });
    });
  return addStore(addSetting(command, 'publicUrl'));
}

export function resetCommand(context: Context): CliCommand {
  const command = new CliCommand('reset', context)
    .summary('end a password, and print a link for another')
    .description(
      'Ends the password, the connection with --oidc-issuer, the sessions and the open invitations of an account, and ' +
        'prints a link with which its player chooses another password. Programs keep their access. The link works once, for seven days.',
    )
    .argument('<name>', 'the name of the account')
    .exitStatus('not_found', 'there is no such account')
    .example('svcapi account reset "Hana Veil"', 'for a forgotten password, or a lost invitation')
    .example('svcapi account reset bram --public-url https://galaxy.example.org', 'with the address that players use')
    .action((name: string) =>
      printLink(command, async (within) => {
        const { id } = await findAccount(within, name);
        await within.accounts.setPassword(id, null, context.now());
        await within.accounts.setIdentity(id, null);
        return id;
      }),
    );
  return addStore(addSetting(command, 'publicUrl'));
}

async function printLink(command: CliCommand, prepare: (within: Store) => Promise<string>): Promise<void> {
  const { context } = command;
  const { publicUrl, host, port } = await command.settings(['publicUrl', 'host', 'port']);
  const address = publicUrl ?? localOrigin(host, port || 8080);
  const expiresAt = context.now() + INVITATION_LIFETIME;
  const { secret, account } = await withStore(command, (store) =>
    store.transaction(async (within) => {
      const id = await prepare(within);
      const secret = await within.invitations.create(id, context.now(), expiresAt);
      return { secret, account: (await within.accounts.find(id)) as Account };
    }),
  );
  const next = `the link is lost; make another with svcapi account reset "${account.name}"`;
  await printSecret(context, invitationLink(address, secret), next);
  context.info(`The link for ${account.name} works once, until ${isoDate(expiresAt)}. Send it to nobody else.`);
  if (account.disabled_at !== null) context.info('The account is disabled: svcapi account enable lets the player in.');
}
