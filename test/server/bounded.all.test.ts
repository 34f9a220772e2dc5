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
};

const NOW = 1_718_625_600_000;

const agent = new http.Agent({ keepAlive: true, maxSockets: SOCKETS });

/**
 * Requests with a name or a number of strangers in every place where a request can have one: a line, a body, and after bars header
 * fields. What is in angle brackets comes in another mixture of cases each time.
 */
const STRANGE = `
  GET /ws/v2.0/?x=NAME | Host: NAME.example
  GET /ws/v2.0/api/time?x=NAME | Host: NAME.example
  GET /ws/v2.0/api/ratelimits?x=NAME | Host: NAME.example
  GET /ws/v2.0/entity/4:1?x=NAME | Host: NAME.example
  GET /NAME
  GET /ws/v2.0/NAME
  GET /ws/v2.0/<entity/4:1>.xml?format=NAME
  GET /ws/v2.0/entity/4:NUMBER?NAME=NAME
  GET /ws/v2.0/character/handlecheck/NAME
  GET /ws/v2.0/events/personal/NAME?start_index=NUMBER | Authorization: Bearer TOKEN
  GET /ws/v2.0/character/1:1/creditlog?start_id=NUMBER | Authorization: Bearer TOKEN | Accept: application/xml
  GET /ws/v2.0/events/personal/NAME | Authorization: Bearer TOKEN | Accept: text/event-stream
  GET /ws/v2.0/events/personal | Authorization: Bearer TOKEN | Accept: text/event-stream | Last-Event-ID: NAME
  GET /ws/v2.0/character | Authorization: Bearer UNKNOWN
  GET /ws/v2.0/character?access_token=UNKNOWN
  GET /ws/v2.0/api/time | Accept: application/NAME | Accept-Encoding: NAME | Origin: http://NAME.example
  GET /ws/v2.0/api/time | X-Request-Id: NAME | If-None-Match: "NAME" | Range: NAME | Cookie: NAME
  POST /ws/v2.0/api/time NAME=NAME&time=NUMBER
  POST /ws/v2.0/api/time NAME | Content-Type: application/NAME
  POST /ws/v2.0/datacard/14:1 production_entity_uid=4:NUMBER&uses=1 | Authorization: Bearer TOKEN | Idempotency-Key: NAME
  GET /ws/v2.0/account/NAME
  GET /ws/v2.0/account/my-programs/NAME
  GET /ws/v2.0/account/invitation?code=NAME
  GET /ws/v2.0/account/interaction/NAME | Cookie: svcapi_session=NAME; svcapi_form=NAME
  GET /ws/v2.0/account/sign-in?done=NAME&next=/ws/NAME | Host: NAME.example
  POST /ws/v2.0/account/sign-in form_token=NAME&name=NAME&password=NAME
  GET /<ws/oauth2/tokeninfo>/NAME | Authorization: Bearer NAME
  GET /<ws/oauth2/auth>?client_id=NAME&redirect_uri=https://NAME.example/&scope=NAME&response_type=NAME
  POST /<ws/oauth2/token> grant_type=NAME&client_id=NAME&code=NAME
  POST /<ws/oauth2/device> client_id=svcapi-cli&scope=NAME
  POST /<ws/oauth2/introspect> token=NAME&client_id=NAME&client_secret=NAME
  POST /<ws/oauth2/revoke> token=NAME&client_id=NAME&client_secret=NAME
  METHOD /ws/v2.0/entity/4:1
  METHOD /<ws/oauth2/token>
`;

/** These take long: a document, and a provider of OAuth. */
const SLOW = `
  GET /ws/v2.0/openapi.json | Host: NAME.example
  GET /ws/v2.0/documentation | Host: NAME.example
  GET /.well-known/oauth-authorization-server | Host: NAME.example
  GET /.well-known/oauth-authorization-server | Host: localhost:1NUMBER
`;

const METHODS = http.METHODS.filter((method) => method !== 'CONNECT');

/** Returns the requests with a name and a number that no other has, a line each. */
function strange(number: number, TOKEN: string): string[] {
  const parts: Record<string, string> = {
    ...{ NAME: `n${number}x${randomBytes(8).toString('hex')}`, NUMBER: String(number), TOKEN },
    METHOD: METHODS[number % METHODS.length] ?? '',
  };
  const spelled = (text: string) =>
    [...text].map((letter, at) => ((number >> (at % 8)) % 2 === 1 ? letter.toUpperCase() : letter)).join('');
  return `${STRANGE}${number % 8 === 0 ? SLOW : ''}`
    .replaceAll(/<(.*?)>/g, (_, text: string) => spelled(text))
    .replaceAll(/NAME|NUMBER|TOKEN|METHOD/g, (part) => parts[part] ?? '')
    .replaceAll('UNKNOWN', () => `svcapi_${randomBytes(32).toString('base64url')}`)
    .split('\n')
    .filter((line) => line.trim() !== '');
}

async function send({ url }: Server, line: string, address: string): Promise<void> {
  const [what = '', ...fields] = line.trim().split(' | ');
  const [method = '', path = '', body] = what.split(' ');
  const headers: Record<string, string> = { 'X-Forwarded-For': address };
  if (body !== undefined) headers['Content-Type'] = 'application/x-www-form-urlencoded';
  for (const field of fields) headers[field.split(': ')[0] ?? ''] = field.slice(field.indexOf(': ') + 2);
  const request = http.request(new URL(path, url), { method, agent, headers });
  request.end(body);
  const [response] = (await once(request, 'response')) as [http.IncomingMessage];
  if (headers.Accept === 'text/event-stream') request.destroy();
  else for await (const _ of response);
}

/** The number of names in a round. */
const NAMES = 60;

/** Sends a round of strange requests, those with the same name from one address. */
async function walk(server: Server, round: number): Promise<void> {
  for (let number = round * NAMES; number < (round + 1) * NAMES; number += 1) {
    const address = `10.1.${number >> 8}.${number & 255}`;
    await Promise.all(strange(number, server.token).map((line) => send(server, line, address)));
  }
  // Nothing is written between these, so that their answers are kept.
  for (let number = 0; number < 300; number += 1)
    await send(server, `GET /ws/v2.0/entity/4:1?x=${round}-${number}`, `10.2.${round}.${number % 8}`);
}

test.serial('no cache grows with what strangers send', async (t) => {
  const { startServer } = await import('../helpers/server.js');
  const proxies = { trustedProxies: ['127.0.0.1/32'] };
  const server = await startServer({ ...proxies, metricsPort: 0, accessTokenParameter: true });
  t.teardown(() => server.close());
  await walk(server, 0);
  const before = await entries();
  await walk(server, 1);
  const after = await entries();
  const grown = [...after].filter(([file, count]) => count > (BOUNDS[file] ?? before.get(file) ?? 0));
  t.deepEqual(Object.fromEntries(grown), {});
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
