import { startService } from '../../bench/server.js';
import { type Database, prepareDatabase } from '../backends/database.js';
import { HttpClient, planted } from '../harness.js';
import type { Task, Trial } from '../trial.js';
import { type Askers, allCases, type Case, caseOf, describeCase, makeAskers, statesNow } from './cases.js';
import { deviationsOf, expectedOutcome } from './expectation.js';
import { grants } from './table.js';

const CONNECTIONS = 16;

/** Everybody gets what a table written by hand says, and nothing else. */
export const access: Trial = {
  name: 'access',
  what: 'Every route, method and format with every state of a token, its permissions and memberships',
  promise: 'Every answer is the one in a table that is written by hand.',
  unit: 'calls',
  get fullSize() {
    return allCases().length;
  },
  shortSize: 1500,
  backends: ['sqlite', 'postgres'],
  faults: {
    permission: 'grants that hold every permission',
    membership: 'a member who may manage the datacards of the faction',
    revoked: 'tokens and grants that nobody has revoked',
    format: 'a service that does not read Accept',
  },
  run,
};

async function run(task: Task): Promise<void> {
  const template = await prepareDatabase(task, makeAskers);
  const askers = template.made;
  const database = await template.copy();
  await askers.prepare(database);
  await plantFault(task, database);
  const service = await startService({
    database: database.address,
    env: planted(task.fault === 'format' ? 'ignore-accept' : undefined),
  });
  const client = new HttpClient(`${service.url}/ws/v2.0`, CONNECTIONS);
  const states = statesNow();
  const revocations = new Turns();
  await task.inParallel(CONNECTIONS, async (number) => {
    const each = caseOf(number, task.seed);
    const state = states[each.state];
    if (state === undefined) throw new RangeError(`There is no state ${each.state}`);
    const outcome = expectedOutcome(each, state);
    const send = () => sendCase(client, askers, each);
    // There must be something to revoke.
    const reply = await (outcome === 'datacard_revoke' ? revocations.take(() => assign(client, askers), send) : send());
    for (const deviation of deviationsOf(each, state, reply))
      task.violate(number, `${describeCase(each)}: ${deviation}`);
    task.count(`answers with ${reply.status}`);
  });
  client.close();
  await service.stop();
}

function sendCase(client: HttpClient, askers: Askers, { row, method, sample, format, ...asker }: Case) {
  const [path = '', query] = sample.split('?');
  const queries = [query, format.query].filter((part) => part !== undefined);
  const Authorization = askers.header(asker.state, asker.grant, asker.character);
  const isForm = method === row.method && row.body !== undefined;
  return client.send({
    method,
    path: `${path}${format.suffix ?? ''}${queries.length > 0 ? `?${queries.join('&')}` : ''}`,
    headers: {
      ...(Authorization !== '' && { Authorization }),
      ...(format.accept !== undefined && { Accept: format.accept }),
      ...(isForm && { 'Content-Type': 'application/x-www-form-urlencoded' }),
    },
    ...(isForm && { body: new URLSearchParams(row.body).toString() }),
  });
}

/** Assigns what the next revocation takes back. */
async function assign(client: HttpClient, askers: Askers): Promise<void> {
  const valid = statesNow().findIndex(({ expected }) => expected === 'valid');
  await client.send({
    ...{ method: 'POST', path: '/datacard/14:3', body: 'production_entity_uid=4:1&uses=1' },
    headers: {
      Authorization: askers.header(valid, grants.length - 1, '1:1'),
      'Content-Type': 'application/x-www-form-urlencoded',
    },
  });
}

/** Runs pairs of calls one after the other. */
class Turns {
  #last: Promise<unknown> = Promise.resolve();

  take<T>(before: () => Promise<void>, call: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(before).then(call);
    this.#last = turn.catch(() => {});
    return turn;
  }
}

const MANAGES = "update memberships set can_manage_datacards = 1 where character_uid = '1:2'";

async function plantFault({ fault }: Task, database: Database): Promise<void> {
  if (fault === 'membership') await database.execute(MANAGES);
  if (fault === 'revoked')
    await database.execute('update tokens set revoked_at = null; update grants set revoked_at = null');
  if (fault !== 'permission') return;
  const known = '(select distinct permission from grant_permissions)';
  await database.execute(
    `insert into grant_permissions (grant_id, permission) select id, permission from grants cross join ${known} as known where true on conflict do nothing`,
  );
}
