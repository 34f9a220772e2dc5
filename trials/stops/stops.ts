import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { ENVIRONMENT } from '../../bench/environment.js';
import { startService } from '../../bench/server.js';
import { DatabaseSync } from '../../src/store/sqlite/driver.js';
import type { Acknowledged } from '../../test/helpers/audit.js';
import type { Scope } from '../../test/helpers/scope.js';
import { startStoppingProxy } from '../../test/helpers/stopping-proxy.js';
import { type Database, prepareDatabase } from '../backends/database.js';
import { audit, randomChange, sendChange } from '../changes.js';
import type { Secrets } from '../fuzz/requests.js';
import { loadFuzzed } from '../fuzz/service.js';
import { inScope, planted, STOP_FLAGS, startProgram, TIMEOUT } from '../harness.js';
import type { Task, Trial } from '../trial.js';
import { Client, type HabitName, habitNames } from './clients.js';

/** Clients of a service, beside two that change datacards. */
const CLIENTS = 14;
const WRITERS = 2;

/** Services at a time. */
const WORKERS = 3;

/** Milliseconds in which each client begins, and in whose middle the service is stopped. */
const SPAN = 600;

/** What a service says of its stop, and the end of its log. */
const EXPECTED = /^(SIGTERM: finishing open requests\. .*|Some requests were cut off: .*|)$/;

/** What the log of a service has besides when its database stands still. */
const UNAVAILABLE = /"msg":"unavailable"/;

/** What the database of a service does. They take turns. */
const states = {
  sqlite: ['works', 'is locked by another process'],
  postgres: ['works', 'stands still', 'stands still from the first statement on'],
} as const;

/** Whatever its clients do, a service that is stopped ends as a host expects. */
export const stops: Trial = {
  name: 'stops',
  what: 'SIGTERM at a random moment, beside clients that do anything',
  promise: `The service ends with 0 soon after --shutdown-timeout. No answer is half, no acknowledged change is lost, and no error is logged.`,
  unit: 'stops',
  fullSize: 600,
  shortSize: 3,
  backends: ['sqlite', 'postgres'],
  faults: {
    half: 'half an answer to what is asked after the signal',
    logs: 'an error in the log',
    hangs: 'a service that does not end',
  },
  run,
};

async function run(task: Task): Promise<void> {
  const template = await prepareDatabase(task, loadFuzzed);
  // Most of the time of a stop is its timeout. A planted fault is found by the first one.
  await task.inParallel(task.fault === undefined ? WORKERS : 1, async (number) => {
    const database = await template.copy();
    const all = states[task.backend as keyof typeof states];
    const state = all[number % all.length];
    if (state === 'stands still from the first statement on') await stopStarting(task, number, database);
    else await stopOnce(task, number, database, template.made, state !== 'works');
    task.count(`databases: one that ${state}`);
    await database.settle();
    await database.remove();
  });
}

/** Stops a service that gets no answer to its first statement. */
async function stopStarting(task: Task, number: number, { address }: Database): Promise<void> {
  await inScope(async (scope) => {
    const database = await freezable(scope, address);
    database.freeze('current_schema');
    const argv = ['serve', '--database', database.address, '--port', '0', ...STOP_FLAGS];
    const child = startProgram(argv, { env: { ...ENVIRONMENT, ...planted(task.fault) } });
    await Promise.race([database.frozen, once(child, 'exit')]);
    if ((await stopInTime(child, task)) === undefined) task.violate(number, 'its start goes on after the signal');
    child.kill('SIGKILL');
  });
}

async function stopOnce(task: Task, number: number, database: Database, tokens: Secrets['tokens'], freezes: boolean) {
  const acknowledged = await inScope(async (scope) =>
    stopServing(task, number, await freezable(scope, database.address), tokens, freezes),
  );
  await audit(task, number, database.address, acknowledged);
  task.count('acknowledged changes', acknowledged.length);
}

/** Returns the changes that were acknowledged. */
async function stopServing(
  task: Task,
  number: number,
  database: Freezable,
  tokens: Secrets['tokens'],
  freezes: boolean,
): Promise<Acknowledged[]> {
  const random = task.random(number);
  const log = join(task.folder, `${number}.log`);
  const flags = [...STOP_FLAGS, '--log-level', 'error'];
  const service = await startService({ database: database.address, flags, log, env: planted(task.fault) });
  const secrets = { host: new URL(service.url).host, tokens, cookie: 'x', formToken: 'x' };
  const habits = Array.from({ length: CLIENTS }, (): HabitName => random.pick(habitNames));
  const clients = await Promise.all(
    habits.map((name, index) => Client.connect(service.url, name, task.random(number, `${index}`), secrets)),
  );
  const begun = clients.map((client) => client.sendAfter(random.below(SPAN)));
  const acknowledged: Acknowledged[] = [];
  const change = async (writer: number) => {
    const changes = task.random(number, `writer ${writer}`);
    for (let count = 0; ; count += 1) {
      const answer = await sendChange(service, tokens[0], randomChange(changes, `stop-${number}-${writer}-${count}`));
      if (answer === undefined) return;
      if (answer.made) acknowledged.push(answer.made);
    }
  };
  const writers = Array.from({ length: WRITERS }, (_, writer) => change(writer));

  const moment = random.below(SPAN / 2);
  await setTimeout(moment);
  if (freezes) database.freeze();
  await setTimeout(SPAN / 2 - moment);
  const end = await stopInTime(service.process, task);
  if (end === undefined) task.violate(number, 'it still runs after its timeout');
  else if (end !== 0) task.violate(number, `it ended with ${end}`);
  await service.stop();
  await Promise.all([...begun, ...writers]);

  for (const [index, client] of clients.entries()) {
    await client.leave();
    task.count(`connections with ${habits[index]}`);
    if (client.problem !== undefined) task.violate(number, `${habits[index]}: ${client.problem}`);
  }
  const errors = readFileSync(log, 'utf8')
    .split('\n')
    .filter((line) => !EXPECTED.test(line) && !(freezes && UNAVAILABLE.test(line)));
  if (errors.length > 0) task.violate(number, `it logged ${errors.join('\n').slice(0, 1000)}`);
  return acknowledged;
}

/**
 * Sends SIGTERM, and returns the exit code or the signal that has ended the process; undefined if it goes on a second after its limit.
 * A short run, which has no machine for itself, waits for a minute.
 */
async function stopInTime(child: ChildProcess, { size, fault }: Task): Promise<number | NodeJS.Signals | undefined> {
  const grace = size >= stops.fullSize || fault !== undefined ? 1 : 60;
  const ended = child.exitCode ?? child.signalCode ?? once(child, 'exit').then(([code, signal]) => code ?? signal);
  child.kill('SIGTERM');
  return Promise.race([ended, setTimeout((TIMEOUT + grace) * 1000, undefined, { ref: false })]);
}

/** A database that can be made to stand still. */
interface Freezable {
  /** The value of `--database`. */
  address: string;
  /** Lets it stand still until the end of its scope: at once, or on PostgreSQL from the first bytes to it that have a text. */
  freeze(text?: string): void;
  /** Resolves when it stands still. */
  frozen: Promise<void>;
}

/** Returns another address of a database: PostgreSQL behind a proxy that stops forwarding, or a file that somebody locks. */
async function freezable(scope: Scope, database: string): Promise<Freezable> {
  if (database.startsWith('postgres')) {
    const address = new URL(database);
    const proxy = await startStoppingProxy(scope, { host: address.hostname, port: Number(address.port || 5432) });
    address.host = `127.0.0.1:${proxy.port}`;
    return { address: address.href, freeze: proxy.stopForwarding, frozen: proxy.stopped };
  }
  const freeze = () => {
    const other = new DatabaseSync(database);
    scope.teardown(() => other.close());
    other.exec('pragma busy_timeout = 5000; begin immediate');
  };
  return { address: database, freeze, frozen: Promise.resolve() };
}
