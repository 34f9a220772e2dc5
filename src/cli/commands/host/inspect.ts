import { isUid, typeOfUid } from '../../../domain/uid.js';
import { CliError } from '../../cli-error.js';
import { CliCommand } from '../../command.js';
import type { Context } from '../../context.js';
import { addStore, withStore } from '../../host/database.js';
import { addSetting } from '../../input/settings-options.js';
import type { Looked } from '../../inspect/describe.js';
import type { Line } from '../../inspect/line.js';
import type { Column } from '../../output/column.js';
import { dateColumn } from '../../output/date-column.js';
import { addOutput, createPrinter } from '../../output/print.js';

const columns: Column<Line>[] = [
  { name: 'topic', value: ({ topic }) => topic, tone: 'dim' },
  { name: 'id', value: ({ id }) => id, tone: 'strong' },
  { name: 'state', value: ({ state }) => state, tone: ({ state }) => toneOf(state) },
  dateColumn('time', ({ time }) => time),
  { name: 'detail', value: ({ detail }) => detail, long: 'wrap' },
];

const good = new Set(['active', 'ok', 'none', 'assign', 'use']);

function toneOf(state: string | null): 'good' | 'bad' | undefined {
  if (state === null) return undefined;
  return good.has(state) ? 'good' : 'bad';
}

/** Creates `svcapi inspect`, the page for a host with a complaint on the desk. */
export function inspectCommand(context: Context): CliCommand {
  const command = new CliCommand('inspect', context)
    .summary('show what is known about somebody')
    .description(
      'Shows one page about a character, a faction, a client or a client address: its accounts, memberships, grants with their last ' +
        'use, the calls and refusals of the window that is open, and the last changes of datacards, up to 20 lines of each. It finds ' +
        'removed characters and factions by their uid. A name that several have shows all of them.\n\n' +
        'Calls are counted by client address, in Redis or in PostgreSQL. With SQLite and without Redis the running service counts ' +
        'them in its memory: the page says so. Open streams are known to the service alone.',
    )
    .argument('<subject>', 'a uid, the name of a character or a faction, the id of a client, or an address')
    .exitStatus('not_found', 'nobody has this uid, name, id or address')
    .example('svcapi inspect 1:1', 'a character')
    .example('svcapi inspect trade-console --json topic,id,state,detail', 'a client, as JSON')
    .example('svcapi inspect 192.0.2.7 --redis redis://127.0.0.1', 'an address, and its calls')
    .action(async (subject: string) => {
      const printer = createPrinter(command, columns);
      const settings = await command.settings(['rateLimit', 'rateWindow', 'redis', 'redisPrefix']);
      const { rateLimit, rateWindow, redis: url, redisPrefix: prefix } = settings;
      const calls = { rateLimit, rateWindow, redis: url === undefined ? undefined : { url, prefix } };
      await withStore(command, async (store) => {
        const lines = await gather(subject, { store, now: context.now(), calls });
        if (lines.length === 0) {
          const next = 'give the UID or the name of a character or faction, the id of a client, or an address';
          throw new CliError('not_found', `nobody is called “${subject}”; ${next}`);
        }
        await printer.rows(lines);
      });
    });
  for (const name of ['redis', 'redisPrefix', 'rateLimit', 'rateWindow'] as const) addSetting(command, name);
  return addOutput(addStore(command), columns);
}

/** Gathers the lines about all whom a text names. */
async function gather(subject: string, looked: Looked): Promise<Line[]> {
  const { normalizeAddress } = await import('../../../server/request/address.js');
  const { aboutAddress, aboutCharacter, aboutClient, aboutFaction } = await import('../../inspect/describe.js');
  const { store } = looked;
  const lines: Line[] = [];
  const add = async (some: AsyncIterable<Line>) => {
    for await (const line of some) lines.push(line);
  };
  const address = normalizeAddress(subject);
  if (address !== undefined) await add(aboutAddress(looked, address));
  const uids = isUid(subject)
    ? [subject]
    : [(await store.characters.find(subject))?.uid, (await store.entities.findFaction(subject))?.uid];
  for (const uid of uids) {
    const entity = uid === undefined ? undefined : await store.lookUp.entity(uid);
    if (!entity) continue;
    const type = typeOfUid(entity.uid);
    if (type === 'character') await add(aboutCharacter(looked, entity));
    if (type === 'faction') await add(aboutFaction(looked, entity));
  }
  const client = await store.clients.find(subject);
  if (client) await add(aboutClient(looked, client));
  return lines;
}
