import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Random } from '../../src/demo/random.js';
import { openStore } from '../../src/store/open-store.js';
import type { Scope } from '../../test/helpers/scope.js';
import { type Instance, startInstance } from '../../test/helpers/servers/instances.js';
import { until } from '../../test/helpers/until.js';
import { prepareDatabase } from '../backends/database.js';
import { randomChange, sendChange } from '../changes.js';
import { endOf, inScope, loadWithToken } from '../harness.js';
import type { Task, Trial } from '../trial.js';
import { startFollower } from './follower.js';
import { Game } from './game.js';
import { Host, killScript, type Reader, Restarted, startReader } from './host.js';
import { judge } from './judge.js';

/** Nights after which the books are compared, and all begins again with a fresh database; with a planted fault, fewer show it. */
const WEEK = 7;
const SHORT_WEEK = 2;

/** Steps of a day: moves of players and what happens in the game. Milliseconds of the longest pause between two. */
const STEPS = 20;
const PAUSE = 150;

/** Kills of everything around a host's night lose nothing, and count nothing twice. */
export const week: Trial = {
  name: 'week',
  what: 'SIGKILL of the service, the nightly sync, the sender of the outbox and the reader of changes, while players and yards continue',
  promise:
    'Game and service count the same uses, every acknowledged record is there once, and no follower misses or repeats anything.',
  unit: 'nights',
  fullSize: 56,
  shortSize: 7,
  backends: ['sqlite', 'postgres'],
  faults: {
    lost: 'a service that forgets the newest payment',
    forgets: 'a follower of a stream that begins again where it began first',
  },
  run,
};

interface World {
  task: Task;
  instance: Instance;
  host: Host;
  game: Game;
  sender: Restarted;
  reader: Reader;
  /** The token of one who assigns. */
  token: string;
}

async function run(task: Task): Promise<void> {
  const template = await prepareDatabase(task, loadWithToken);
  const nights = [...Array(task.size).keys()].map((index) => task.from + index);
  const length = task.fault === undefined ? WEEK : SHORT_WEEK;
  for (let first = 0; first < nights.length && !task.isOver; first += length) {
    const database = await template.copy();
    await inScope((scope) => live(scope, task, database.address, template.made, nights.slice(first, first + length)));
    await database.settle();
    await database.remove();
  }
}

/** Lets a week pass, and judges it. */
async function live(scope: Scope, task: Task, address: string, token: string, nights: number[]): Promise<void> {
  const number = nights[0] ?? 0;
  const folder = join(task.folder, `week-${number}`);
  mkdirSync(folder);
  const instance = await startInstance(scope, address);
  const host = new Host(folder, address, task.backend === 'postgres');
  const game = new Game(host.game);
  scope.teardown(() => game.close());
  const sender = new Restarted(() => host.start('send-outbox'));
  scope.teardown(() => sender.stop());
  const reader = startReader(host, game, (fault) => task.violate(number, fault));
  scope.teardown(() => reader.kill());
  const followers = ['/events/personal', '/character/1:1/creditlog'].map((path) =>
    startFollower(scope, instance, token, path, task.fault === 'forgets'),
  );
  for (const follower of followers) scope.teardown(() => follower.end());
  await until(() => followers.every(({ isOpen }) => isOpen()), { what: 'the streams are open' });
  const world: World = { task, instance, host, game, sender, reader, token };

  for (const [index, night] of nights.entries()) {
    const random = task.random(night);
    await passDay(world, random);
    // Each week has all kinds of kills.
    if (index === 0) for (const kill of kills(world)) await kill(random);
    await passNight(world, night, random);
    task.advance();
  }
  await until(() => game.waiting === 0, { what: `the outbox is empty: ${sender.errors}` });
  const store = await openStore({ database: address, connections: 2, patient: true });
  scope.teardown(() => store.close());
  const isCaughtUp = async () => game.last === ((await store.auditTrail.after(game.last, 1)).at(-1)?.id ?? game.last);
  await until(isCaughtUp, { what: 'the game has all changes' });
  await nightly(world, number);
  await until(isCaughtUp, { what: 'the game has the changes of the last night' });
  await judge({ task, number, store, host, game, address, errors: sender.errors, followers });
}

async function passDay(world: World, random: Random): Promise<void> {
  const { task, game } = world;
  for (let step = 0; step < STEPS; step += 1) {
    const what = random.next();
    if (what < 0.45) {
      const answer = await play(world, random);
      task.count(answer ? 'moves of players' : 'moves of players without an answer');
      if (answer && ![200, 404, 409, 503].includes(answer.status))
        task.violate(task.from, `a move of a player was answered with ${answer.status}`);
    } else if (what < 0.7) game.build(random);
    else if (what < 0.85) game.pay(random);
    else game.tell();
    await setTimeout(random.below(PAUSE));
    if (random.chance(0.1)) await kills(world)[random.below(4)]?.(random);
  }
  if (random.chance(0.5)) game.research(random);
}

let moves = 0;

/** Assigns or revokes something, as a player does. */
function play({ instance, token }: World, random: Random): ReturnType<typeof sendChange> {
  return sendChange({ url: `http://127.0.0.1:${instance.port}` }, token, randomChange(random, `move-${moves++}`));
}

/** The kills of all that runs by day: the service, the sender, the reader, and sender and service together. */
function kills({ task, instance, sender, reader }: World): ((random: Random) => Promise<void>)[] {
  const service = async () => {
    task.count('kills of the service');
    await instance.kill();
    await instance.start();
  };
  const sends = async (random: Random) => {
    task.count('kills of the sender');
    await sender.kill(random);
  };
  const reads = async () => {
    task.count('kills of the reader');
    await reader.kill();
    reader.start();
  };
  return [service, sends, reads, async (random) => void (await Promise.all([service(), sends(random)]))];
}

async function passNight(world: World, night: number, random: Random): Promise<void> {
  const { task, host } = world;
  if (random.chance(0.15)) return task.count('nights that were skipped');
  while (random.chance(0.5)) {
    const child = host.start('nightly');
    child.stderr?.resume();
    await Promise.race([setTimeout(random.below(3000)), play(world, random).then(() => setTimeout(3000))]);
    await killScript(child, random);
    task.count('kills of a night');
  }
  await nightly(world, night);
}

async function nightly({ task, host }: World, night: number): Promise<void> {
  const { code, stderr } = await endOf(host.start('nightly'));
  task.count('nights');
  if (code !== 0) task.violate(night, `a night ended with ${code}: ${stderr.trim()}`);
}
