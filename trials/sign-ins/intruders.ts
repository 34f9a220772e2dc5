import type { Random } from '../../src/demo/random.js';
import type { Store } from '../../src/store/store.js';
import { PASSWORD, type Seen, Visitor } from '../../test/helpers/visitor.js';
import { clientOf } from '../limits/client-address.js';

/** A player with an account, and the browser in which they have signed in before. */
export interface Player {
  id: string;
  name: string;
  browser: Visitor;
}

/** The place of an intrusion. */
export interface Scene {
  url: string;
  store: Store;
  random: Random;
  /** A number that no other scene has. */
  number: number;
  player: Player;
}

/** Intrudes in one way, and returns who gets in if somebody does. */
type Intrusion = (scene: Scene) => Promise<string | undefined>;

/** Passwords that are almost that of a player. Zero bytes at the end are left out: HMAC, and so scrypt, fills its key with them. */
const almost: readonly [(password: string) => string, ...((password: string) => string)[]] = [
  (password) => password.slice(0, -1),
  (password) => password.slice(0, 4),
  (password) => `${password}x`,
  (password) => password.toUpperCase(),
  (password) => ` ${password}`,
  (password) => `${password} `,
  (password) => `\0${password}`,
  (password) => password.repeat(60),
  () => '',
];

export const intrusions: readonly [name: string, intrude: Intrusion][] = [
  ['a wrong password', guessAlmost],
  ['the password of another name', (scene) => guess(scene, PASSWORD, 'nobody')],
  ['an old password', useOldPassword],
  ['a disabled account', useDisabledAccount],
  ['a session that has ended', useEndedSession],
  ['a session cookie that is made up', useForgedCookie],
];

/** Guesses in turn: a short run has those that find the planted fault. */
function guessAlmost(scene: Scene): Promise<string | undefined> {
  const change = almost[Math.trunc(scene.number / intrusions.length) % almost.length] ?? almost[0];
  return guess(scene, change(PASSWORD));
}

/** A browser that the service has not seen, at an address of its own. */
export function newBrowser({ url, number, random }: Pick<Scene, 'url' | 'number' | 'random'>): Visitor {
  return new Visitor(url, { 'X-Forwarded-For': clientOf(2 * number + 1).spell(random) });
}

export async function isSignedIn(visitor: Visitor): Promise<boolean> {
  return (await visitor.open('/account')).status === 200;
}

/** The most attempts at a form while too many passwords wait. */
const ATTEMPTS = 50;

/** Sends a form until its password is compared. */
async function untilHeard(send: () => Promise<Seen>): Promise<Seen> {
  let seen = await send();
  for (let attempt = 1; attempt < ATTEMPTS && seen.status === 503; attempt += 1) seen = await send();
  return seen;
}

async function guess(scene: Scene, password: string, name = scene.player.name): Promise<string | undefined> {
  const visitor = newBrowser(scene);
  await untilHeard(() => visitor.signIn(name, password));
  return (await isSignedIn(visitor)) ? `${JSON.stringify(password)} for ${name}` : undefined;
}

/** Changes the password to another one, which ends other sessions, and back again. */
async function useOldPassword(scene: Scene): Promise<string | undefined> {
  const { player, number } = scene;
  const elsewhere = copyOf(player.browser, scene);
  const next = `another password ${number}`;
  await change(player, PASSWORD, next);
  const found = (await isSignedIn(elsewhere)) ? undefined : await guess(scene, PASSWORD);
  await change(player, next, PASSWORD);
  return found;
}

async function change({ browser }: Player, current: string, password: string): Promise<void> {
  const { html } = await untilHeard(async () => {
    await browser.visit('/account/password');
    return browser.submit({ current, password, repeated: password });
  });
  if (!html.includes('The password is changed')) throw new Error('The password could not be changed');
}

async function useDisabledAccount(scene: Scene): Promise<string | undefined> {
  const { store, player } = scene;
  await store.accounts.disable(player.id, Math.floor(Date.now() / 1000));
  const session = (await isSignedIn(player.browser)) ? 'the session of a disabled account' : undefined;
  const found = session ?? (await guess(scene, PASSWORD));
  await store.accounts.enable(player.id);
  return found;
}

async function useEndedSession(scene: Scene): Promise<string | undefined> {
  const { browser } = scene.player;
  const stolen = copyOf(browser, scene);
  await browser.visit('/account');
  await browser.signOut();
  return (await isSignedIn(stolen)) ? 'a session that was signed out' : undefined;
}

async function useForgedCookie(scene: Scene): Promise<string | undefined> {
  const { random, player } = scene;
  const forged = copyOf(player.browser, scene);
  const [name, value = ''] = sessionOf(forged);
  const at = random.below(value.length);
  const letter = value[at] === 'A' ? 'B' : 'A';
  const changed = value.slice(0, at) + letter + value.slice(at + 1);
  forged.cookies.set(name, random.pick([changed, value.slice(1), `${value}A`, letter.repeat(value.length)]));
  return (await isSignedIn(forged)) ? 'a session cookie that was made up' : undefined;
}

function copyOf(browser: Visitor, scene: Scene): Visitor {
  const copy = newBrowser(scene);
  for (const [name, value] of browser.cookies) copy.cookies.set(name, value);
  return copy;
}

function sessionOf(browser: Visitor): readonly [string, string] {
  return [...browser.cookies].find(([name]) => name.endsWith('session')) ?? ['svcapi_session', ''];
}
