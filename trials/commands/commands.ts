import { once } from 'node:events';
import { mkdirSync, readdirSync, rmSync, watch, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { kill, untilLine } from '../../bench/child.js';
import type { Store } from '../../src/store/store.js';
import { importRecords } from '../../src/transfer/import.js';
import { filesOf, prepareDatabase, type Template } from '../backends/database.js';
import { endOf, startProgram } from '../harness.js';
import type { Task, Trial } from '../trial.js';
import { BASE, type Operation, operations, type Place, textState } from './operations.js';
import { isSame, type State } from './records.js';

/** A killed command leaves the old state or the new one, and can be repeated. */
export const commands: Trial = {
  name: 'commands',
  what: 'SIGKILL at a random point of import, import --sync, backup, export, migrate, prune, and of the first import and serve',
  promise:
    'The database is in its old or its new state, the same command completes it when it runs again, and no file is left over.',
  unit: 'kills',
  fullSize: 600,
  shortSize: 8,
  backends: ['sqlite', 'postgres'],
  faults: {
    torn: 'a command that changes a part',
    leftovers: 'a temporary file that nobody removes',
  },
  run,
};

/** Milliseconds in which a new file gets its tables. */
const CREATION = 30;

/** A command that has run to its end once. */
interface Known {
  operation: Operation;
  before: State;
  after: State;
  /** Time that it takes now: other programs may make it longer, or shorter again. */
  milliseconds: number;
}

async function run(task: Task): Promise<void> {
  const template = await prepareDatabase(task, importBase);
  const own = operations.filter(({ backend = task.backend }) => backend === task.backend);
  const known = new Map<Operation, Known>();
  for (const number of task.cases()) {
    const operation = own[number % own.length] as Operation;
    const each = known.get(operation) ?? (await learn(task, template, operation));
    known.set(operation, each);
    await killOnce(task, template, number, each);
  }
}

async function importBase(store: Store): Promise<void> {
  const source = { name: 'base', open: () => Readable.from([Buffer.from(BASE)]) };
  const onRefused = ({ reason }: { reason: string }) => {
    throw new Error(reason);
  };
  await importRecords(store, [source], { now: Math.floor(Date.now() / 1000), onRefused });
}

async function learn(task: Task, template: Template<unknown>, operation: Operation): Promise<Known> {
  const place = await newPlace(task, template, operation);
  // The tables of an earlier version, or missing ones, cannot be looked at.
  const before = operation.prepare ? undefined : await operation.look(place);
  const { problem, milliseconds } = await complete(operation, place);
  if (problem !== undefined) throw new Error(`svcapi ${operation.name} does not work: ${problem}`);
  const after = await operation.look(place);
  await remove(place);
  return { operation, before: before ?? after, after, milliseconds };
}

async function killOnce(task: Task, template: Template<unknown>, number: number, known: Known): Promise<void> {
  const { operation, before, after } = known;
  const name = `svcapi ${operation.name}`;
  const place = await newPlace(task, template, operation);
  const endedAfter = await killAfter(task, number, known, place);
  await place.database.settle();
  if (task.fault === 'torn')
    await place.database.execute("delete from memberships where character_uid in ('1:299', '1:280')");
  // A database whose creation or migration was killed is looked at after the next one.
  if (!operation.prepare) {
    const seen = await operation.look(place).catch(({ message }: Error) => textState(message));
    const isNew = isSame(seen, after);
    const isAllowed = isNew || isSame(seen, before) || operation.isBetween?.(seen, before, after);
    if (!isAllowed || (endedAfter !== undefined && !isNew))
      task.violate(number, `${name} left neither the old nor the new state: ${seen.rest.slice(0, 200)}`);
    const left = isNew ? 'the new state' : isSame(seen, before) ? 'the old state' : 'a part';
    task.count(`${operation.name}: left ${left}`);
  }
  const { problem, milliseconds } = await complete(operation, place);
  known.milliseconds = endedAfter ?? Math.max(known.milliseconds, milliseconds);
  if (problem !== undefined) task.violate(number, `${name} failed when repeated: ${problem}`);
  else if (!isSame(await operation.look(place), after))
    task.violate(number, `${name} did not make the new state when repeated`);
  judgeFiles(task, number, operation, place);
  await remove(place);
}

/** Runs a command and kills it; returns the milliseconds that it took if it ended before. */
async function killAfter(
  task: Task,
  number: number,
  { operation, milliseconds }: Known,
  place: Place,
): Promise<number | undefined> {
  const random = task.random(number);
  const begun = performance.now();
  const part = random.chance(0.5) ? random.next() : 0.5 + random.next() * 0.6;
  const created = operation.creates ? firstFile(place.folder) : undefined;
  const child = startProgram(argvOf(operation, place));
  const ended = once(child, 'exit');
  await created;
  await Promise.race([ended, setTimeout(operation.creates ? random.next() * CREATION : part * milliseconds)]);
  await kill(child);
  if (child.signalCode === 'SIGKILL') return undefined;
  task.count(`${operation.name}: ended before`);
  return performance.now() - begun;
}

/** Resolves when a file is created in a folder. */
async function firstFile(folder: string): Promise<void> {
  const watcher = watch(folder);
  await once(watcher, 'change');
  watcher.close();
}

/** Nothing may be left of the killed command, besides what was there. */
function judgeFiles(task: Task, number: number, { name, files = {} }: Operation, { database, folder }: Place): void {
  if (task.fault === 'leftovers') writeFileSync(join(folder, '.left'), '');
  const own = filesOf(database.address).map((file) => basename(file));
  const left = readdirSync(folder).filter((file) => !(file in files) && !own.includes(file));
  if (left.length > 0) task.violate(number, `svcapi ${name} left ${left.join(', ')} behind`);
}

let places = 0;

async function newPlace(task: Task, template: Template<unknown>, { prepare, files = {} }: Operation): Promise<Place> {
  const folder = join(task.folder, `place-${places++}`);
  mkdirSync(folder);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const place = { database: await template.copy(), folder };
  await prepare?.(place);
  return place;
}

async function remove({ database, folder }: Place): Promise<void> {
  await database.remove();
  rmSync(folder, { recursive: true });
}

/** Runs a command to its end; returns how long it took, and what it complains about, if anything. */
async function complete(operation: Operation, place: Place): Promise<{ milliseconds: number; problem?: string }> {
  const begun = performance.now();
  const stdout = operation.serves ? 'pipe' : 'ignore';
  const child = startProgram(argvOf(operation, place), { stdio: ['ignore', stdout, 'pipe'] });
  const ended = endOf(child);
  if (operation.serves) {
    await untilLine(child, /listens/).catch(() => {});
    child.kill('SIGTERM');
  }
  const { code: status, stderr } = await ended;
  const milliseconds = performance.now() - begun;
  return status === 0 ? { milliseconds } : { milliseconds, problem: `exit code ${status}: ${stderr.trim()}` };
}

function argvOf({ argv }: Operation, { database, folder }: Place): string[] {
  return [...argv(folder), '--database', database.address];
}
