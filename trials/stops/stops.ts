import type { ChildProcess, SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { kill } from '../../bench/child.js';
import { ENVIRONMENT } from '../../bench/environment.js';
import { type ServiceSetup, startService } from '../../bench/server.js';
import type { Acknowledged } from '../../test/helpers/audit.js';
import { inTime } from '../../test/helpers/until.js';
import { prepareDatabase } from '../backends/database.js';
import { audit, randomChange, sendChange } from '../changes.js';
import type { Secrets } from '../fuzz/requests.js';
import { loadFuzzed, secretsAt } from '../fuzz/service.js';
import { inScope, planted, STOP_FLAGS, startProgram, TIMEOUT } from '../harness.js';
import type { Task, Trial } from '../trial.js';
import { Client, type HabitName, habitNames } from './clients.js';
import { type Freezable, type State, statesOn } from './states.js';

/** Services at a time, the clients of each, and those that change datacards beside them. */
const WORKERS = 3;
const CLIENTS = 14;
const WRITERS = 2;

/** Milliseconds in which each client begins, and in whose middle the service is stopped. */
const SPAN = 600;

/** What a service says of its stop, and the end of its log. */
const EXPECTED = /^(SIGTERM: finishing open requests\. .*|Some requests were cut off: .*|)$/;

/** Whatever its clients do, a service that is stopped ends as a host expects. */
export const stops: Trial = {
  name: 'stops',
  what: 'SIGTERM at a random moment, beside clients that do anything, while what the service works with is frozen',
  promise: `The service ends with 0 soon after --shutdown-timeout. No answer is half, no acknowledged change is lost, and no error is logged.`,
  unit: 'stops',
  fullSize: 600,
  shortSize: 11,
  backends: ['sqlite', 'postgres'],
  faults: {
    half: 'half an answer to what is asked after the signal',
    logs: 'an error in the log',
    hangs: 'a service that does not end',
  },
  run,
};

/** A stop in a state. */
interface Stop {
  task: Task;
  number: number;
  state: State;
  /** The settings of the service. */
  given: ServiceSetup & Freezable & { flags: string[]; log: string };
}

async function run(task: Task): Promise<void> {
  const template = await prepareDatabase(task, loadFuzzed);
  const states = statesOn(task.backend);
  // Most of the time of a stop is its timeout. A planted fault is found by the first one.
  await task.inParallel(task.fault === undefined ? WORKERS : 1, async (number) => {
    const { address: database, settle, remove } = await template.copy();
    const state = states[number % states.length] as State;
    const acknowledged = await inScope(async (scope) => {
      const usual = { database, log: join(task.folder, `${number}.log`), env: planted(task.fault) };
      const own = await state.prepare({ scope, folder: task.folder, database });
      const flags = [...STOP_FLAGS, '--log-level', 'error', ...(own.flags ?? [])];
      const stop = { task, number, state, given: { ...usual, ...own, flags } };
      return state.isAtStart ? stopStarting(stop) : stopServing(stop, template.made);
    });
    await audit(task, number, database, acknowledged);
    task.count('acknowledged changes', acknowledged.length);
    task.count(`stops while ${state.name}`);
    await settle();
    await remove();
  });
}

/** Stops a service while it starts, and waits in vain. */
async function stopStarting(stop: Stop): Promise<[]> {
  const { freeze, asked, database, flags, env, log, under } = stop.given;
  freeze?.();
  const errors = openSync(log, 'a');
  const options: SpawnOptions = { env: { ...ENVIRONMENT, ...env }, stdio: ['ignore', 'ignore', errors] };
  const child = startProgram(['serve', '--database', database, '--port', '0', ...flags], options, under);
  closeSync(errors);
  await Promise.race([asked, once(child, 'exit')]);
  await setTimeout(stop.task.random(stop.number).below(SPAN));
  await judgeEnd(stop, child);
  return [];
}

/** Stops a service beside its clients, and returns the changes that were acknowledged. */
async function stopServing(stop: Stop, tokens: Secrets['tokens']): Promise<Acknowledged[]> {
  const { task, number, state, given } = stop;
  const random = task.random(number);
  const service = await startService(given);
  const secrets = await secretsAt(service.url, tokens);
  const moment = random.below(SPAN / 2);
  const habits = Array.from({ length: CLIENTS }, (): HabitName => random.pick(habitNames));
  if (state.signsIn) habits.push('a sign-in at the provider');
  const clients = await Promise.all(
    habits.map((name, index) => Client.connect(service.url, name, task.random(number, `${index}`), secrets)),
  );
  const begun = clients.map((client, index) => client.sendAfter(index < CLIENTS ? random.below(SPAN) : moment));
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

  await setTimeout(moment);
  given.freeze?.();
  await inTime(Promise.all([given.asked, setTimeout(SPAN / 2 - moment)]), `nothing is asked while ${state.name}`);
  await judgeEnd(stop, service.process);
  await Promise.all([...begun, ...writers]);

  for (const [index, client] of clients.entries()) {
    await client.leave();
    task.count(`connections with ${habits[index]}`);
    if (client.problem !== undefined) task.violate(number, `${habits[index]}: ${client.problem}`);
  }
  return acknowledged;
}

/** Sends SIGTERM, and judges the end. A short run, which has no machine for itself, waits for a minute instead of a second. */
async function judgeEnd({ task, number, state, given }: Stop, child: ChildProcess): Promise<void> {
  const grace = task.size >= stops.fullSize || task.fault !== undefined ? 1 : 60;
  const ended = child.exitCode ?? child.signalCode ?? once(child, 'exit').then(([code, signal]) => code ?? signal);
  child.kill('SIGTERM');
  const end = await Promise.race([ended, setTimeout((TIMEOUT + grace) * 1000, 'none', { ref: false })]);
  if (![0, ...(state.ends ?? [])].includes(end)) task.violate(number, `its end while ${state.name}: ${end}`);
  await kill(child);
  // What is in a full pipe nobody reads.
  if (!statSync(given.log).isFile()) return;
  const lines = readFileSync(given.log, 'utf8').split('\n');
  const errors = lines.filter((line) => !EXPECTED.test(line) && !state.logs?.test(line));
  if (errors.length > 0) task.violate(number, `its log while ${state.name}: ${errors.join('\n').slice(0, 1000)}`);
}
