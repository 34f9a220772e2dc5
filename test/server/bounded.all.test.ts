import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import http from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import test from 'ava';
import type { Server } from '../helpers/server.js';

/** A collection that the service or one of its libraries has made, with the file that made it. */
interface Made {
  collection: WeakRef<{ size: number }>;
  file: string;
}

const made: Made[] = [];

/** Returns the file of the service, or else the library, that makes a collection. */
function maker(): string | undefined {
  const { prepareStackTrace } = Error;
  // Without source maps, which take most of the time.
  Error.prepareStackTrace = (_, sites) => sites.map((site) => site.getFileName()).join('\n');
  const { stack = '' } = new Error();
  Error.prepareStackTrace = prepareStackTrace;
  return /\/dist\/src\/(.+?)\.js/.exec(stack)?.[1] ?? /\/node_modules\/((?!ava\/).+?)\//.exec(stack)?.[1];
}

/** Returns a class whose new collections are recorded. */
function recorded<Class extends MapConstructor | SetConstructor>(collections: Class): Class {
  return new Proxy(collections, {
    construct(target, values, subclass) {
      const collection = Reflect.construct(target, values, subclass);
      const file = maker();
      if (file !== undefined) made.push({ collection: new WeakRef(collection), file });
      return collection;
    },
  });
}

// Before anything of the service is loaded: its modules are imported below.
Error.stackTraceLimit = 50;
globalThis.Map = recorded(Map);
globalThis.Set = recorded(Set);

/** Returns the number of entries that the collections of each file hold. */
async function entries(): Promise<Map<string, number>> {
  setFlagsFromString('--expose-gc');
  await setImmediate();
  runInNewContext('gc')();
  const counts = new Map<string, number>();
  for (const { collection, file } of made) {
    const size = collection.deref()?.size ?? 0;
    counts.set(file, (counts.get(file) ?? 0) + size);
  }
  return counts;
}

/** The number of connections that are used at a time. */
const SOCKETS = 16;

/** Addresses of the service for which documents and providers of OAuth are kept. */
const ADDRESSES = 8;

/** The maximum number of entries of each file whose entries strangers choose. Those of all others may not grow. */
const BOUNDS: Record<string, number> = {
  'server/rate-limit/process-counters': 100_000,
  'server/rate-limit/blacklist': 50_000,
  // The connections of this test.
  'server/state': SOCKETS,
  // The list of documents, each in three codings.
  'server/documents/documents': 20 + 20 * 3,
  'server/oauth/oauth': ADDRESSES,
  // A provider has 137 entries of its own. Eight are kept all the time, since the least recently used one goes alone.
  'server/oauth/provider': 137 * ADDRESSES,
};

interface Sent {
  path: string;
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

const NOW = 1_718_625_600_000;

const agent = new http.Agent({ keepAlive: true, maxSockets: SOCKETS });

async function send({ url }: Server, { path, method = 'GET', headers = {}, body }: Sent): Promise<void> {
  const type = body === undefined ? {} : { 'Content-Type': 'application/x-www-form-urlencoded' };
  const request = http.request(new URL(path, url), { method, agent, headers: { ...type, ...headers } });
  request.end(body);
  const [response] = (await once(request, 'response')) as [http.IncomingMessage];
  if (headers.Accept === 'text/event-stream') request.destroy();
  else for await (const _ of response);
}

const get = (path: string, headers: Record<string, string> = {}): Sent => ({ path, headers });
const post = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}): Sent => ({
  ...{ path, method: 'POST', body: String(new URLSearchParams(fields)), headers },
});

/** Returns a text in another mixture of cases for each number. */
const spelled = (text: string, number: number) =>
  [...text].map((letter, at) => ((number >> (at % 8)) % 2 === 1 ? letter.toUpperCase() : letter)).join('');

/** Requests with a name and a number that no other has, in every place where a request can have some. */
function strange(name: string, number: number, token: string): Sent[] {
  const Host = `${name}.example`;
  const own = { Authorization: `Bearer ${token}` };
  const stream = { ...own, Accept: 'text/event-stream' };
  const unknown = () => `svcapi_${randomBytes(32).toString('base64url')}`;
  const v2 = '/ws/v2.0';
  const oauth = spelled('/ws/oauth2', number);
  const odd = `application/${name}`;
  const uses = { production_entity_uid: `4:${number}`, uses: '1' };
  const sent: Sent[] = [
    ...['/', '/api/time', '/api/ratelimits', '/entity/4:1'].map((path) => get(`${v2}${path}?x=${name}`, { Host })),
    ...[`/${name}`, `${v2}/${name}`, `${v2}/${spelled('entity/4:1', number)}.xml?format=${name}`].map((path) =>
      get(path),
    ),
    ...[`${v2}/entity/4:${number}?${name}=${name}`, `${v2}/character/handlecheck/${name}`].map((path) => get(path)),
    get(`${v2}/events/personal/${name}?start_index=${number}`, own),
    get(`${v2}/character/1:1/creditlog?start_id=${number}`, { ...own, Accept: 'application/xml' }),
    get(`${v2}/events/personal/${name}`, stream),
    get(`${v2}/events/personal`, { ...stream, 'Last-Event-ID': name }),
    get(`${v2}/character`, { Authorization: `Bearer ${unknown()}` }),
    get(`${v2}/character?access_token=${unknown()}`),
    get(`${v2}/api/time`, { Accept: odd, 'Accept-Encoding': name, Origin: `http://${Host}` }),
    get(`${v2}/api/time`, { 'X-Request-Id': name, 'If-None-Match': `"${name}"`, Range: name, Cookie: name }),
    post(`${v2}/api/time`, { [name]: name, time: String(number) }),
    { path: `${v2}/api/time`, method: 'POST', body: name, headers: { 'Content-Type': odd } },
    post(`${v2}/datacard/14:1`, uses, { ...own, 'Idempotency-Key': name }),
    ...['', 'my-programs/', 'invitation?code='].map((path) => get(`${v2}/account/${path}${name}`)),
    get(`${v2}/account/interaction/${name}`, { Cookie: `svcapi_session=${name}; svcapi_form=${name}` }),
    get(`${v2}/account/sign-in?done=${name}&next=/ws/${name}`, { Host }),
    post(`${v2}/account/sign-in`, { form_token: name, name, password: name }),
    get(`${oauth}/${spelled('tokeninfo', number)}/${name}`, { Authorization: `Bearer ${name}` }),
    get(`${oauth}/auth?client_id=${name}&redirect_uri=https://${Host}/&scope=${name}&response_type=${name}`),
    post(`${oauth}/${spelled('token', number)}`, { grant_type: name, client_id: name, code: name }),
    post(`${oauth}/device`, { client_id: 'svcapi-cli', scope: name }),
    ...['introspect', 'revoke'].map((path) =>
      post(`${oauth}/${path}`, { token: name, client_id: name, client_secret: name }),
    ),
  ];
  // These take long: a document, and a provider of OAuth.
  if (number % 8 === 0) {
    const metadata = '/.well-known/oauth-authorization-server';
    for (const path of [`${v2}/openapi.json`, `${v2}/documentation`, metadata]) sent.push(get(path, { Host }));
    sent.push(get(metadata, { Host: `localhost:${number + 1}` }));
  }
  const method = http.METHODS[number % http.METHODS.length] as string;
  if (method !== 'CONNECT') sent.push({ path: `${v2}/entity/4:1`, method }, { path: `${oauth}/token`, method });
  return sent;
}

/** The number of names in a round. */
const NAMES = 60;

/** Sends a round of strange requests, those with the same name from one address. */
async function walk(server: Server, round: number): Promise<void> {
  for (let number = round * NAMES; number < (round + 1) * NAMES; number += 1) {
    const address = { 'X-Forwarded-For': `10.1.${number >> 8}.${number & 255}` };
    const requests = strange(`n${number}x${randomBytes(8).toString('hex')}`, number, server.token);
    await Promise.all(requests.map((sent) => send(server, { ...sent, headers: { ...sent.headers, ...address } })));
  }
  // Nothing is written between these, so that their answers are kept.
  for (let number = 0; number < 300; number += 1) {
    const address = { 'X-Forwarded-For': `10.2.${round}.${number % 8}` };
    await send(server, { path: `/ws/v2.0/entity/4:1?x=${round}-${number}`, headers: address });
  }
}

test.serial('neither caches nor series of metrics grow with what strangers send', async (t) => {
  const { startServer } = await import('../helpers/server.js');
  const { scrape } = await import('../helpers/scrape.js');
  const proxies = { trustedProxies: ['127.0.0.1/32'] };
  const server = await startServer({ ...proxies, metricsPort: 0, accessTokenParameter: true });
  t.teardown(() => server.close());
  await walk(server, 0);
  const before = await entries();
  await walk(server, 1);
  const after = await entries();
  const grown = [...after].filter(([file, count]) => count > (BOUNDS[file] ?? before.get(file) ?? 0));
  t.deepEqual(Object.fromEntries(grown), {});
  t.deepEqual(await foreignLabels([...(await scrape(server)).keys()]), []);
});

test.serial('clients from however many addresses fill no more than the places for them', async (t) => {
  const { Blacklist } = await import('../../src/server/rate-limit/blacklist.js');
  const { SignInLimits } = await import('../../src/server/accounts/sign-in-limits.js');
  const { openSqlite } = await import('../../src/store/sqlite/open.js');
  const store = await openSqlite({ path: ':memory:' });
  t.teardown(() => store.close());
  const [blacklist, limits] = [new Blacklist(store), new SignInLimits(store)];
  const before = await entries();
  for (let number = 0; number < 50_100; number += 1) await blacklist.has(`10.${number}`, NOW);
  // Each attempt has two counters.
  for (let number = 0; number < 10_100; number += 1)
    await limits.attempt({ name: `name ${number}`, address: `10.${number}` }, NOW, async () => false);
  const after = await entries();
  const added = (file: string) => (after.get(file) ?? 0) - (before.get(file) ?? 0);
  t.is(added('server/rate-limit/blacklist'), 50_000);
  t.is(added('server/rate-limit/process-counters'), 20_000);
  // They are used until here, so that their entries are there.
  t.false(await blacklist.has('10.1', NOW));
  limits.forget();
});

/** Returns those series of the service that have a label which is not declared. */
async function foreignLabels(series: readonly string[]): Promise<string[]> {
  const { routes } = await import('../../src/routes/index.js');
  const { pages } = await import('../../src/server/accounts/pages/index.js');
  const { endpoints } = await import('../../src/server/oauth/endpoints.js');
  const { documents } = await import('../../src/server/oauth/server-metadata.js');
  const { BUCKETS } = await import('../../src/server/metrics/metrics.js');
  const ofOAuth = endpoints.map(({ path }) => `/ws/oauth2${path}`);
  const ofApi = routes.map(({ path }) => path.path);
  const declared: Record<string, readonly unknown[]> = {
    route: [...ofApi, ...pages.map(({ path }) => path), ...ofOAuth, ...Object.keys(documents), 'other'],
    method: ['GET', 'HEAD', 'POST', 'DELETE', 'OPTIONS', 'other'],
    status: [...Object.keys(http.STATUS_CODES), 'closed'],
    le: [...BUCKETS.map(String), '+Inf'],
    kind: ['event', 'transaction'],
  };
  return series
    .filter((each) => each.startsWith('svcapi_') && !each.startsWith('svcapi_build_info'))
    .filter((each) =>
      [...each.matchAll(/(\w+)="([^"]*)"/g)].some(([, label = '', value]) => !declared[label]?.includes(value)),
    );
}
