import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { startChild } from '../../bench/child.js';
import { ENVIRONMENT, script } from '../../bench/environment.js';
import { type Server, startService } from '../../bench/server.js';
import type { DatacardRow } from '../../src/model/datacard.js';
import { openStore } from '../../src/store/open-store.js';
import { loadRows } from '../../test/helpers/load-rows.js';
import { addEvents } from '../../test/helpers/stream.js';
import { prepareDatabase } from '../backends/database.js';
import { HttpClient, loadWithToken, planted } from '../harness.js';
import type { Task, Trial } from '../trial.js';
import type { Held, Order } from './attack-process.js';
import { type Attack, attacks } from './attacks.js';

/** Milliseconds between two honest calls, and their longest time, unless an attack has another. */
const EVERY = 20;
const LONGEST = 100;

/** Seconds beyond its limit in which a connection must be closed: the service looks at them once a second. */
const GRACE = 2;

/** Connections that an attacker tries to hold, and those that an address may have. */
const TRIED = 100;
const ALLOWED = 60;

/** Events of a burst, and honest calls between two: two seconds. */
const BURST = 200;
const BURST_EVERY = 100;

/** Honest calls during one attack: a minute of them. */
const CALLS = 60_000 / EVERY;

/** Slow clients are closed at their limits, and harm nobody else. */
export const slow: Trial = {
  name: 'slow',
  what: 'Clients that are silent or slow, pipeline requests, read no answers or ask for too much, beside an honest one',
  promise: `Honest calls succeed within ${LONGEST} ms, beside lists of 10,000 datacards within 1 s. Others are closed at their limits.`,
  unit: 'honest calls',
  fullSize: attacks.length * CALLS,
  shortSize: attacks.length * 10,
  backends: ['sqlite'],
  faults: {
    patient: 'a service without timeouts',
    late: 'a service whose every answer takes 150 ms',
  },
  run,
};

async function run(task: Task): Promise<void> {
  const template = await prepareDatabase(task, async (store) => {
    const token = await loadWithToken(store);
    await loadRows(store, 'datacard', manyDatacards());
    return token;
  });
  const { address } = await template.copy();
  const service = await start(task, address);
  const store = await openStore({ database: address });
  const attackers = startAttackProcess(Number(new URL(service.url).port), template.made);
  const call = (number: number) => callHonestly(task, service, template.made, number);
  await call(task.from);
  const ends: Promise<void>[] = [];
  for (const [number, attack] of attacks.entries()) {
    const cases = casesOf(task, number);
    if (cases.length === 0 || task.isOver) continue;
    await attackers.start(number);
    for (const [index, each] of cases.entries()) {
      if (task.isOver) break;
      if (attack.isStream && index % BURST_EVERY === 0) await addEvents(store, numbersFrom(1000 + index * BURST));
      await setTimeout(EVERY);
      await call(each);
      task.advance();
    }
    ends.push(judgeEnd(task, attackers, number, attack));
  }
  await Promise.all(ends);
  attackers.stop();
  await Promise.all([store.close(), service.stop()]);
}

/** Returns 10,000 datacards of the Guild. */
function manyDatacards(): DatacardRow[] {
  return Array.from({ length: 10_000 }, (_, index) => ({
    ...{ uid: `14:${1000 + index}`, owner_uid: '20:1', entity_uid: '2:1', total_uses: 100, assignments: [] },
  }));
}

const numbersFrom = (first: number) => Array.from({ length: BURST }, (_, index) => first + index);

/** Returns the cases of a task that belong to an attack: they take turns, so that each has some in every size. */
function casesOf({ from, size }: Task, attack: number): number[] {
  const all = Array.from({ length: size }, (_, index) => from + index);
  return all.filter((number) => number % attacks.length === attack);
}

const isFull = ({ size }: Task) => size >= slow.fullSize;

function start(task: Task, database: string): Promise<Server> {
  const plant = task.fault === 'patient' ? 'no-limits' : task.fault === 'late' ? 'late' : 'short-limits';
  const flags = `--max-streams 600 --max-connections 1000 --max-connections-per-address ${ALLOWED}`.split(' ');
  return startService({ database, flags, env: planted(isFull(task) ? undefined : plant) });
}

/** Opens a connection for one call, which is the most that can be refused. */
async function callHonestly(task: Task, { url }: Server, token: string, number: number): Promise<void> {
  const [client, path] = [new HttpClient(`${url}/ws/v2.0`, 1), number % 2 === 0 ? '/api/time' : '/character/1:1'];
  const begun = performance.now();
  const outcome = await client.send({ method: 'GET', path, headers: { Authorization: `Bearer ${token}` } }).then(
    ({ status }) => status,
    (error: NodeJS.ErrnoException) => error.code ?? error.message,
  );
  const took = Math.ceil(performance.now() - begun);
  client.close();
  const { name, longest = LONGEST } = attacks[number % attacks.length] as Attack;
  if (outcome !== 200) task.violate(number, `an honest call beside ${name} got ${outcome}`);
  else if ((isFull(task) || task.fault === 'late') && took > longest)
    task.violate(number, `an honest call beside ${name} took ${took} ms`);
  else task.count('honest calls answered');
}

/** Starts the process of all attackers, which takes no time from the honest client. */
function startAttackProcess(port: number, token: string) {
  const child = startChild(process.execPath, [script('../trials/slow/attack-process.js')], {
    env: ENVIRONMENT,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  let last: Promise<unknown> = Promise.resolve();
  const send = (order: Order): Promise<Held> => {
    const turn = last.then(async () => {
      const answered = once(child, 'message');
      child.send(order);
      return (await answered)[0] as Held;
    });
    last = turn;
    return turn;
  };
  return {
    start(attack: number) {
      const { addresses: count = 1, connections = TRIED } = attacks[attack] ?? {};
      const addresses = Array.from({ length: count }, (_, index) => `127.0.${index}.${attack + 2}`);
      return send({ attack, start: { port, addresses, connections, token } });
    },
    /** Opens no further connection, and reports on those that there are. */
    finish: (attack: number) => send({ attack }),
    stop: () => child.disconnect(),
  };
}

type AttackProcess = ReturnType<typeof startAttackProcess>;

/** Milliseconds without an answer or an end in which the last connection must be closed: longer than all limits. */
const patience = ({ fault }: Task) => (fault === undefined ? 80_000 : 6_000);

async function judgeEnd(task: Task, attackers: AttackProcess, number: number, { name, limit }: Attack): Promise<void> {
  let held = await attackers.finish(number);
  let end = performance.now() + patience(task);
  while (held.open > 0 && performance.now() < end && !task.isOver) {
    await setTimeout(50);
    const { open, received } = held;
    held = await attackers.finish(number);
    if (held.open !== open || held.received !== received) end = performance.now() + patience(task);
  }
  task.count('slow connections', held.opened);
  if (task.isOver) return;
  if (held.open > 0) task.violate(number, `${held.open} connections stay open: ${name}`);
  const most = ((limit ?? Number.POSITIVE_INFINITY) + GRACE) * 1000;
  if (isFull(task) && held.longest > most)
    task.violate(number, `a connection was closed after ${held.longest} ms, not ${most}: ${name}`);
}
