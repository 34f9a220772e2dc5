import { startService } from '../../bench/server.js';
import { openStore } from '../../src/store/open-store.js';
import { loadGalaxy } from '../../test/helpers/galaxy.js';
import { accountFor, Visitor } from '../../test/helpers/visitor.js';
import { type Database, prepareDatabase } from '../backends/database.js';
import { PRELOAD } from '../harness.js';
import { TRUSTED } from '../limits/client-address.js';
import type { Task, Trial } from '../trial.js';
import { Attackers, PLAYERS } from './attackers.js';
import { intrusions, isSignedIn, type Player, type Scene } from './intruders.js';

const NAMES = ['Hana Veil', 'Bram', 'Cleo Ray', 'Dorn'] as const;

/** Nobody gets in by guessing, and guessing keeps nobody out. */
export const signIns: Trial = {
  name: 'sign-ins',
  what: 'Wrong passwords from thousands of addresses without a pause, and stolen, ended and forged sessions, beside players who sign in',
  promise:
    'Nobody gets in without the password or a session, a player signs in at the first attempt, and other calls are answered.',
  unit: 'intrusions',
  fullSize: 700,
  shortSize: 14,
  backends: ['sqlite'],
  faults: {
    prefix: 'a password of which the beginning is enough, in any case',
    session: 'sessions that nobody can end',
    disabled: 'accounts that nobody can disable',
    forgets: 'a service that counts no attempt of an address',
  },
  run,
};

async function run(task: Task): Promise<void> {
  const { made: ids, copy } = await prepareDatabase(task, async (store) => {
    await loadGalaxy(store);
    return Promise.all(NAMES.map((name, at) => accountFor(store, name, [`1:${at + 1}`])));
  });
  const database = await copy();
  await plantFault(task, database);
  const service = await startService({
    database: database.address,
    flags: ['--trusted-proxies', TRUSTED],
    env: { TRIAL_PLANT: task.fault === 'prefix' ? 'prefix' : 'cheap-passwords' },
    preload: PRELOAD,
  });
  const url = `${service.url}/ws/v2.0`;
  const store = await openStore({ database: database.address });
  const players = NAMES.map((name, at) => ({
    name,
    id: ids[at] as string,
    browser: new Visitor(url, { 'X-Forwarded-For': PLAYERS }),
  }));
  for (const { name, browser } of players) await browser.signIn(name);
  const attackers = new Attackers(task, url, NAMES);
  attackers.start();
  for (const number of task.cases()) {
    const [player, other] = [0, 1].map((next) => players[(number + next) % players.length]) as [Player, Player];
    await play(task, { url, store, number, random: task.random(number), player, other });
  }
  await attackers.end();
  await store.close();
  await service.stop();
}

async function play(task: Task, scene: Scene): Promise<void> {
  const { number, player, url } = scene;
  await signInAgain(task, scene);
  const [name, intrude] = intrusions[number % intrusions.length] as (typeof intrusions)[number];
  const found = await intrude(scene);
  if (found !== undefined) task.violate(number, `${name} got in: ${found}`);
  task.count(name);
  const { status } = await fetch(`${url}/api/time`);
  if (status !== 200) task.violate(number, `another call got ${status} beside ${player.name}`);
}

async function signInAgain(task: Task, { number, player: { name, browser } }: Scene): Promise<void> {
  if (await isSignedIn(browser)) {
    await browser.visit('/account');
    await browser.signOut();
  }
  const { status } = await browser.signIn(name);
  if (!(await isSignedIn(browser))) task.violate(number, `${name} got ${status}`);
  task.count('players who signed in');
}

async function plantFault({ fault }: Task, database: Database): Promise<void> {
  const ignore = (event: string) => `create trigger planted before ${event} begin select raise(ignore); end`;
  if (fault === 'session') await database.execute(ignore('delete on sessions'));
  if (fault === 'disabled') await database.execute(ignore('update of disabled_at on accounts'));
}
