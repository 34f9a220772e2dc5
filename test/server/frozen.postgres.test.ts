import test from 'ava';
import { startChild } from '../helpers/child.js';
import { call, form } from '../helpers/server.js';
import { hasPostgres, startPostgres } from '../helpers/servers/postgres-server.js';
import { LONG, until } from '../helpers/until.js';

/** PostgreSQL is frozen: it keeps its connections, accepts more, and answers none. */

/** Requests that are sent while it is frozen, one after the other: far more than could each wait for an answer. */
const REQUESTS = 40;

(hasPostgres ? test : test.skip)(
  'while PostgreSQL is frozen requests get a 503, and only the first ones wait for it (needs PostgreSQL here)',
  async (t) => {
    t.timeout(LONG);
    const postgres = await startPostgres(t);
    const service = await startChild(postgres.address);
    t.teardown(() => service.kill());
    const headers = { Authorization: `Bearer ${service.token}` };
    const assign = () =>
      call(`${service.url}/datacard/14:1`, { ...form({ production_entity_uid: '4:1', uses: 1 }), headers });
    t.is((await assign()).status, 200);

    postgres.signal('SIGSTOP');
    const together = await Promise.all(Array.from({ length: 10 }, assign));
    t.deepEqual([...new Set(together.map(({ status }) => status))], [503]);
    for (let sent = 0; sent < REQUESTS; sent++) {
      const { status, json } = await assign();
      t.deepEqual([status, json.svcapi.error, json.svcapi.retry_after], [503, 'unavailable', 1]);
    }

    postgres.signal('SIGCONT');
    await until(async () => (await assign()).status === 200, { what: 'a change is acknowledged again' });
    t.pass();
  },
);
