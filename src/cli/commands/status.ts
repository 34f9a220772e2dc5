import { CliCommand } from '../command.js';
import { addConnection, connectTo } from '../connection/connect.js';
import { type Identity, identify } from '../connection/identity.js';
import { findService, type Service } from '../connection/service.js';
import type { Context } from '../context.js';
import type { Column } from '../output/columns.js';
import { timeColumns } from '../output/columns.js';
import { explain } from '../output/explain-error.js';
import { addOutput, createPrinter } from '../output/print.js';

interface Status extends Identity {
  url: string;
  answers: boolean;
  token: string | null;
  /** True for a token from a sign-in, which commands renew by themselves; null without a token. */
  renews: boolean | null;
}

const optional: Column<Status>[] = [
  { name: 'client', value: ({ client }) => client },
  { name: 'uid', value: ({ uid }) => uid },
  { name: 'character', value: ({ character }) => character },
  { name: 'permissions', value: ({ permissions }) => permissions },
  ...timeColumns<Status>('expires', ({ expires }) => expires),
  { name: 'account', value: ({ account }) => account },
  { name: 'renews', value: ({ renews }) => renews },
];

const columns: Column<Status>[] = [
  { name: 'url', value: ({ url }) => url, tone: 'strong' },
  { name: 'answers', value: ({ answers }) => answers, tone: ({ answers }) => (answers ? 'good' : 'bad') },
  { name: 'token', value: ({ token }) => token, shown: ({ token }) => (token === null ? 'none' : `from ${token}`) },
  // Unknown without a token, and when nothing answers.
  ...optional.map((column) => ({ ...column, hidesEmpty: true as const })),
];

export function createCommand(context: Context): CliCommand {
  const command = new CliCommand('status', context)
    .description(
      'Shows the address in use, and if the service answers, the source, the owner and the ' +
        'permissions of the token, and whether commands renew it by themselves. The token itself is not shown.',
    )
    .exitStatus('token', 'the service answers, but the token is unknown, expired or revoked')
    .exitStatus('unreachable', 'the service does not answer')
    .example('svcapi status', 'the service and the token in use')
    .example('svcapi status --json answers,expires_date', 'two fields as JSON')
    .action(async () => {
      const printer = createPrinter(command, columns);
      const service = await findService(command);
      const { url, token, others } = service;
      const found = await checkService(context, service);
      const renews = token ? token.isRenewable === true : null;
      await printer.record({ url, token: token?.source ?? null, renews, ...found });
      if (others.length > 0)
        context.info(`The tokens that are stored for ${others.join(', ')} are not sent to ${url}.`);
    });
  return addOutput(addConnection(command), columns);
}

const UNKNOWN: Identity = { account: null, client: null, uid: null, character: null, permissions: null, expires: null };

async function checkService(context: Context, service: Service): Promise<Identity & { answers: boolean }> {
  const connection = connectTo(service, context);
  let answers = false;
  try {
    await connection.call('GET /api/helloworld');
    answers = true;
    return { ...(connection.hasToken ? await identify(connection, context.now()) : UNKNOWN), answers };
  } catch (error) {
    const { message, exit } = explain(error);
    if (message !== undefined) context.error(message);
    context.exit = exit;
    // A service that refuses to renew a sign-in does answer.
    return { ...UNKNOWN, answers: answers || exit === 'token' };
  }
}
