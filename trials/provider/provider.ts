import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { queryChild, type Server, startService } from '../../bench/server.js';
import { loadGalaxy } from '../../test/helpers/galaxy.js';
import type { Scope } from '../../test/helpers/scope.js';
import { type StrangeProvider, strangeProvider } from '../../test/helpers/servers/strange-provider.js';
import { accountFor, type Seen, Visitor } from '../../test/helpers/visitor.js';
import { leave } from '../../test/server/accounts/at-provider.js';
import { prepareDatabase } from '../backends/database.js';
import { clientOf, TRUSTED } from '../limits/client-address.js';
import { inScope } from '../scope.js';
import type { Task } from '../task.js';
import type { Trial } from '../trial.js';
import { type Lie, lieOf, tell } from './lies.js';

/** Milliseconds for which the metadata of a provider is used. */
const FRESH_FOR = 600_000;

/** Seconds after which the service hangs. */
const PATIENCE = 30;

/** What the log may not have: codes, secrets, tokens and subjects. */
const SECRETS = ['a-code', 'secret-of-the-galaxy', 'of-the-provider', 'eyJ', 'somebody', 'secret words', 'state='];

/** Only the provider signs in, and only in this attempt. */
export const provider: Trial = {
  name: 'provider',
  what: 'A provider of OpenID Connect that lies, stalls, redirects or never ends, and its answers opened twice and in another browser',
  promise:
    'Only whom a valid ID token of this attempt names is signed in, and the service does not crash, hang or log a secret.',
  unit: 'sign-ins',
  fullSize: 1200,
  shortSize: 36,
  backends: ['sqlite'],
  faults: {
    nonce: 'a nonce that is not compared',
    audience: 'an audience that is not compared',
    expiry: 'tokens that never expire',
    signature: 'signatures that are always right',
    leak: 'a log with the claims of a token',
    patient: 'a service that waits for ever',
  },
  method: `A third of the ID tokens has a wrong claim, header or signature. In another third an answer of discovery, the token endpoint or the keys never comes, stalls, is
endless, huge, damaged or no JSON, or redirects to elsewhere. The rest is true, names another player, or comes back with another state, issuer or error. Every answer is first
opened in another browser, and afterwards once more in its own: neither may sign anybody in. Each browser has an address of its own. The service reads the
metadata of the provider again for each sign-in, and waits half a second for it.`,
  run: (task) => inScope((scope) => run(task, scope)),
};

interface World {
  strange: StrangeProvider;
  service: Server;
  log: string;
  /** An address that nobody should ask, and how often somebody has. */
  elsewhere: { url: string; asked: number };
}

async function run(task: Task, scope: Scope): Promise<void> {
  const world = await start(task, scope);
  for (const number of task.cases()) {
    await queryChild(world.service, FRESH_FOR);
    const now = Math.floor((Date.now() + (number - task.from + 1) * FRESH_FOR) / 1000);
    const lie = lieOf(number, task.random(number), now, world.elsewhere.url);
    const problem = await Promise.race([problemOf(lie, number, task, world), hangs(task)]);
    if (problem !== undefined) task.violate(number, `${lie.name}: ${problem}`);
    task.count(lie.signsIn === undefined ? 'sign-ins that were refused' : `sign-ins of ${lie.signsIn}`);
    if (!world.service.process.connected) break;
  }
  await world.service.stop();
}

async function start(task: Task, scope: Scope): Promise<World> {
  const strange = await strangeProvider(scope);
  const { issuer, clientId, clientSecret } = strange.options;
  const { copy } = await prepareDatabase(task, async (store) => {
    await loadGalaxy(store);
    for (const [name, uid, subject] of [
      ['Hana Veil', '1:1', 'somebody'],
      ['Bram', '1:2', 'other'],
    ] as const)
      await store.accounts.setIdentity(await accountFor(store, name, [uid]), { issuer, subject });
  });
  const secret = join(task.folder, 'secret');
  writeFileSync(secret, clientSecret, { mode: 0o600 });
  const log = join(task.folder, 'service.log');
  const service = await startService({
    ...{ database: (await copy()).address, log, env: { TRIAL_FAULT: task.fault ?? '' } },
    flags: [
      ...['--metrics-port', 'off', '--trusted-proxies', TRUSTED, '--oidc-issuer', issuer],
      ...['--oidc-client-id', clientId, '--oidc-client-secret-file', secret],
    ],
    preload: '../trials/provider/gullible.js',
  });
  return { strange, service, log, elsewhere: await listenElsewhere(scope) };
}

async function listenElsewhere(scope: Scope): Promise<World['elsewhere']> {
  const elsewhere = { url: '', asked: 0 };
  const server = http.createServer((_, response) => {
    elsewhere.asked += 1;
    response.end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  scope.teardown(() => server.close());
  elsewhere.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return elsewhere;
}

async function hangs({ fault }: Task): Promise<string> {
  const seconds = fault === undefined ? PATIENCE : PATIENCE / 10;
  await setTimeout(seconds * 1000, undefined, { ref: false });
  return `no answer after ${seconds} s`;
}

/** Signs in once, and returns what is wrong, if anything. */
async function problemOf(lie: Lie, number: number, task: Task, world: World): Promise<string | undefined> {
  const { strange, service, elsewhere } = world;
  const browser = (which: number) => {
    const address = clientOf(2 * number + which).spell(task.random(number, 'address'));
    return new Visitor(`${service.url}/ws/v2.0`, { 'X-Forwarded-For': address });
  };
  const [visitor, thief] = [browser(0), browser(1)];
  tell(strange, lie);
  await visitor.visit('/account/sign-in');
  const back = await leave(visitor).then(
    (address) => strange.signIn(address, lie.answer),
    // The provider could not be asked.
    () => undefined,
  );
  const seen: Seen[] = back === undefined ? [] : [await thief.visit(back), await visitor.visit(back)];
  const name = await nameIn(visitor);
  const again = back === undefined ? undefined : await nameIn(await returning(visitor, back));
  if ((await nameIn(thief)) !== undefined) return 'an answer signed in another browser';
  if (name !== lie.signsIn) return `${name ?? 'nobody'} is signed in, not ${lie.signsIn ?? 'nobody'}`;
  if (again !== undefined) return 'an answer signed in twice';
  const strangeStatus = seen.find(({ status }) => ![200, 400, 403, 503].includes(status));
  if (strangeStatus) return `the answer is ${strangeStatus.status}`;
  if (elsewhere.asked > 0) return 'a redirect was followed';
  return problemOfLog(world);
}

/** Opens an answer once more in a browser whose session has gone. */
async function returning(visitor: Visitor, back: string): Promise<Visitor> {
  for (const name of visitor.cookies.keys()) if (name.endsWith('session')) visitor.cookies.delete(name);
  await visitor.visit(back);
  return visitor;
}

/** Returns the name of the account that is signed in. */
async function nameIn(visitor: Visitor): Promise<string | undefined> {
  const { status, html } = await visitor.open('/account');
  return status === 200 ? /<span><bdi>([^<]+)<\/bdi><\/span>/.exec(html)?.[1] : undefined;
}

function problemOfLog({ log, service }: World): string | undefined {
  if (!service.process.connected) return 'the service has ended';
  const text = readFileSync(log, 'utf8');
  writeFileSync(log, '');
  const secret = SECRETS.find((each) => text.includes(each));
  if (secret !== undefined) return `the log has “${secret}”`;
  return text.split('\n').find((line) => /"level":(5|6)0/.test(line));
}
