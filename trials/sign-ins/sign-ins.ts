import { startService } from '../../bench/server.js';
import { openStore } from '../../src/store/open-store.js';
import { loadGalaxy } from '../../test/helpers/galaxy.js';
import { accountFor, Visitor } from '../../test/helpers/visitor.js';
import { prepareDatabase } from '../backends/database.js';
import { HttpClient, preloaded } from '../harness.js';
import { clientOf, TRUSTED } from '../limits/client-address.js';
import type { Task, Trial } from '../trial.js';
import { intrusions, isSignedIn, type Player, type Scene } from './intruders.js';

/** The address of the players, which no attacker has. */
const PLAYERS = '192.0.2.1';

const NAMES = ['Hana Veil', 'Bram', 'Cleo Ray', 'Dorn'] as const;

/** Nobody gets in by guessing, and guessing keeps nobody out. */
export const signIns: Trial = {
  name: 'sign-ins',
  what: 'Wrong passwords from thousands of addresses without a pause, and stolen, ended and forged sessions, beside players who sign in',
  promise:
    'Nobody gets in without the password or a session, a player signs in at the first attempt, and other calls are answered.',
  unit: 'intrusions',
  fullSize: 600,
  shortSize: 12,
  backends: ['sqlite'],
  faults: {
    prefix: 'a password of which the beginning is enough, in any case',
    session: 'sessions that nobody can end',
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
  if (task.fault === 'session')
    await database.execute('create trigger planted before delete on sessions begin select raise(ignore); end');
  const service = await startService({
    database: database.address,
    flags: ['--trusted-proxies', TRUSTED],
    ...preloaded(task.fault === 'prefix' ? 'prefix' : 'cheap-passwords'),
  });
  const url = `${service.url}/ws/v2.0`;
  const store = await openStore({ database: database.address });
  const newBrowser = () => new Visitor(url, { 'X-Forwarded-For': PLAYERS });
  const players = NAMES.map((name, at) => ({ name, id: ids[at] as string, browser: newBrowser() }));
  for (const { name, browser } of players) await browser.signIn(name);
  const endAttacks = startAttackers(task, url);
  for (const number of task.cases()) {
    const player = players[number % players.length] as Player;
    await play(task, { url, store, number, random: task.random(number), player });
  }
  await endAttacks();
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

/** Attempts of an address at one name, and those of which the password is compared; addresses at a time. */
const ATTEMPTS = 12;
const HEARD = 10;
const AT_ONCE = 8;

/** Tries wrong passwords at thousands of addresses without a pause, until the returned function is called. */
function startAttackers(task: Task, url: string): () => Promise<void> {
  const client = new HttpClient(url, AT_ONCE);
  let [addresses, isOver] = [0, false];
  const violate = (what: string) => task.violate(task.from + task.done, what);

  const useAddress = async (Cookie: string, form_token: string) => {
    // Even numbers: the odd ones are for others.
    const number = 2 * addresses++;
    const random = task.random(number, 'attack');
    const name = random.chance(0.3) ? `nobody ${number}` : random.pick(NAMES);
    let heard = 0;
    for (let attempt = 0; attempt < ATTEMPTS && !isOver; attempt += 1) {
      const address = clientOf(task.fault === 'forgets' ? number + attempt * 100_000 : number).spell(random);
      const { status, headers } = await client.send({
        ...{ method: 'POST', path: '/account/sign-in' },
        headers: { Cookie, 'X-Forwarded-For': address, 'Content-Type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ form_token, name, password: `guess ${random.below(1e9)}` }).toString(),
      });
      if (status === 403) heard += 1;
      task.count(`guesses of the flood that got ${status}`);
      if (String(headers['set-cookie']).includes('session')) violate(`a guess got in as ${name}`);
    }
    if (heard > HEARD) violate(`${heard} passwords of one address for one name were compared`);
  };

  const attack = async () => {
    const visitor = new Visitor(url);
    await visitor.visit('/account/sign-in');
    while (!isOver) await useAddress(visitor.cookie, visitor.formToken);
  };

  const attacks = Promise.all(Array.from({ length: AT_ONCE }, attack));
  return async () => {
    isOver = true;
    await attacks;
    client.close();
  };
}
