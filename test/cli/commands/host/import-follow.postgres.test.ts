import { setTimeout } from 'node:timers/promises';
import { openPipe } from '../../../helpers/cli/pipe.js';
import { openTestStore } from '../../../helpers/database.js';
import { needs } from '../../../helpers/needs.js';
import { hasPostgres, startPostgres } from '../../../helpers/servers/postgres-server.js';
import { until } from '../../../helpers/until.js';

const withServer = needs('PostgreSQL', hasPostgres);

withServer('a pipe waits while PostgreSQL is stopped or crashes, and goes on when it is back', async (t) => {
  const postgres = await startPostgres(t);
  const pipe = openPipe(postgres.address, [], { sleep: (milliseconds) => setTimeout(milliseconds / 20) });
  const faction = (number: number) => ({ kind: 'faction', uid: `20:${number}`, name: `Faction ${number}` });
  pipe.send(faction(1));
  await pipe.prints('1');
  for (const [index, mode] of (['fast', 'immediate'] as const).entries()) {
    await postgres.stop(mode);
    pipe.send(faction(index + 2));
    const away = () => pipe.stderr.text.split('The database is unavailable').length === index + 2;
    await until(away, { what: 'it says that the database is away' });
    await postgres.start();
    await pipe.prints(String(index + 2));
  }
  pipe.stdin.end();
  t.is((await pipe.ended).code, 0);
  t.is(pipe.stderr.text.split('The database is back').length, 3);
  const store = await openTestStore(postgres.address);
  t.like(await store.entities.find('20:3'), { name: 'Faction 3' });
  await store.close();
});
