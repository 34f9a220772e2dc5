import type { Random } from '../../src/demo/random.js';
import type { Route } from '../../src/routes/define-route.js';
import { routes } from '../../src/routes/index.js';
import { PREFIX } from '../../src/routes/path.js';
import { hostileTexts } from '../../test/helpers/hostile.js';

/** A well-formed request with whatever in it. */
export interface FuzzRequest {
  method: string;
  path: string;
  query: string;
  /** Names in lower case. */
  headers: Record<string, string>;
  body: string;
}

/** What a service has that requests can use. */
export interface Secrets {
  host: string;
  tokens: [string, ...string[]];
  /** The Cookie of somebody who has signed in, and the token of their forms. */
  cookie: string;
  formToken: string;
}

const ROUTES = routes as readonly Route[] as readonly [Route, ...Route[]];

export type Choices = readonly [string, ...string[]];

/** Reads words: of a list whose entries have spaces, they are between bars. */
export const words = (text: string, between = /\s+/) => text.trim().split(between) as unknown as Choices;

const METHODS = words('GET GET POST DELETE HEAD OPTIONS PUT PATCH QUERY');
const OAUTH_PATHS = words('auth auth/x token device revoke introspect tokeninfo nothing');
const PAGES: Choices = [
  '',
  ...words('/end-access /device /interaction/x /invitation /my-programs /my-programs/x /my-programs/x/secret'),
  ...words('/my-programs/x/remove /sign-in /tokens /rename /sessions /end-session /nothing'),
];
const DOCUMENTS: Choices = [
  ...words('/ /ws /ratelimiting /livez /readyz /healthz /.well-known/oauth-authorization-server'),
  ...words(`${PREFIX}/openapi.json ${PREFIX}/documentation ${PREFIX}/nothing /favicon.ico /robots.txt`),
];
const UIDS: Choices = [...words('1:1 1:2 1:9999 14:1 14:2 14:3 39:1 4:1 5:1 20:1 20:2 personal XP'), 'Hana Veil'];
const NAMES: Choices = [
  ...words('production_entity_uid uses unlimited cgt time item_count start_index start_id start_time format'),
  ...words('access_token grant_type client_id redirect_uri code code_verifier scope state refresh_token token'),
  ...words('device_code user_code response_type code_challenge prompt name next password constructor __proto__'),
  ...words('a[b] svcapi'),
  '',
];
const VALUES: Choices = [
  ...words('1 0 -1 2 1000 1001 1e3 0x10 9007199254740993 99999999999999999999 NaN 1.5 4:1 5:1 14:1 Y12D3'),
  ...words('Year 12 Day 3, 05:00|character_read faction_datacards_write', /\|/),
  ...words('json xml yaml svcapi-cli authorization_code refresh_token client_credentials character_read'),
  ...words('urn:ietf:params:oauth:grant-type:device_code http://127.0.0.1/ code consent none'),
  '',
];
const TYPES = words(
  `application/x-www-form-urlencoded|application/json|multipart/form-data; boundary=x|text/plain|application/json; charset=utf-16`,
  /\|/,
);
const ACCEPTS = words(
  'application/json|application/xml|text/xml|*/*|text/html|image/png|application/json;q=0, */*|;q=x',
  /\|/,
);

/** The longest texts: a target may have 2,048 bytes, a body 16 KB. */
const LONGEST = { target: 1500, body: 15_000 };

const HOSTILE = hostileTexts as unknown as Choices;

/** Returns a random request: mostly what the service knows, with some of everything else. */
export function randomRequest(random: Random, secrets: Secrets): FuzzRequest {
  const { method, path } = randomTarget(random);
  const isRead = method === 'GET' || method === 'HEAD' || method === 'OPTIONS';
  const type = random.chance(0.97) ? random.pick([TYPES[0], TYPES[1] as string]) : random.pick(TYPES);
  const body = isRead && random.chance(0.99) ? '' : randomBody(random, type, secrets);
  const query = random.chance(0.4) ? randomForm(random, secrets, LONGEST.target) : '';
  return { method, path, query, headers: randomHeaders(random, secrets, body === '' ? undefined : type), body };
}

function randomTarget(random: Random): { method: string; path: string } {
  const kind = random.next();
  const anyMethod = random.pick(METHODS);
  const postOrGet = random.pick(['GET', 'POST', 'POST', anyMethod]);
  if (kind < 0.1) return { method: postOrGet, path: `/ws/oauth2/${random.pick(OAUTH_PATHS)}` };
  if (kind < 0.17) return { method: postOrGet, path: `${PREFIX}/account${random.pick(PAGES)}` };
  if (kind < 0.19) return { method: anyMethod, path: random.pick(DOCUMENTS) };
  const { method, path } = random.pick(ROUTES);
  const filled = path.path
    .replace(/\[(.*?)\]/g, (_, optional: string) => (random.chance(0.7) ? optional : ''))
    .replace(/\{\w+\}/g, () => encode(random.chance(0.8) ? random.pick(UIDS) : randomText(random, LONGEST.target)));
  const suffix = random.chance(0.1) ? random.pick(['.json', '.xml', '/', '.yaml', '//', '/.xml']) : '';
  const spelled = random.chance(0.05) ? filled.toUpperCase() : filled;
  return { method: random.chance(0.9) ? method : anyMethod, path: PREFIX + spelled + suffix };
}

function randomText(random: Random, longest: number): string {
  if (random.chance(0.1)) return longText(random, longest);
  if (random.chance(0.5)) return random.pick(HOSTILE);
  return Array.from({ length: random.below(12) }, () =>
    String.fromCodePoint(random.below(random.pick([128, 128, 0xd7ff, 0x10ffff]))),
  ).join('');
}

function randomPairs(random: Random, { formToken }: Secrets, longest: number): [string, string][] {
  const pairs = Array.from({ length: random.below(5) }, (): [string, string] => [
    random.chance(0.95) ? random.pick(NAMES) : randomText(random, longest),
    random.chance(0.8) ? random.pick(VALUES) : randomText(random, longest),
  ]);
  return random.chance(0.1) ? [...pairs, ['form_token', formToken]] : pairs;
}

function randomForm(random: Random, secrets: Secrets, longest: number): string {
  const form = randomPairs(random, secrets, longest).map((pair) => pair.map(encode).join('='));
  return form.join(random.chance(0.97) ? '&' : random.pick(['&&', ';', '=']));
}

/** Text that can be encoded: lone surrogates cannot. */
function encode(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, ''));
}

function randomBody(random: Random, type: string, secrets: Secrets): string {
  if (random.chance(0.03)) return randomText(random, LONGEST.body);
  if (!type.startsWith('application/json')) return randomForm(random, secrets, LONGEST.body);
  if (random.chance(0.03)) return `{"${random.pick(NAMES)}":${longText(random, LONGEST.body)}}`;
  const json = JSON.stringify(
    Object.fromEntries(
      randomPairs(random, secrets, LONGEST.body).map(([name, value]) => [name, randomJson(random, value)]),
    ),
  );
  return random.chance(0.95) ? json : json.slice(0, random.below(json.length));
}

function randomJson(random: Random, value: string): unknown {
  const kind = random.below(12);
  const others = [null, true, Number(value), [], {}, [value], { a: { b: value } }];
  return kind < others.length ? others[kind] : value;
}

function randomHeaders(
  random: Random,
  { host, tokens, cookie }: Secrets,
  type: string | undefined,
): Record<string, string> {
  return {
    host: random.chance(0.99) ? host : 'elsewhere.example',
    ...(type !== undefined && { 'content-type': type }),
    ...(random.chance(0.7) && { accept: random.pick(ACCEPTS) }),
    ...(random.chance(0.85) && {
      authorization: `${random.pick(['Bearer', 'Bearer', 'Bearer', 'OAuth', 'OAuth', 'Basic'])} ${random.pick(tokens)}`,
    }),
    ...(random.chance(0.1) && { cookie: random.pick([cookie, cookie, 'svcapi_session=x', '=;;=']) }),
    ...(random.chance(0.1) && { 'idempotency-key': `key ${random.below(1000)}` }),
    ...(random.chance(0.05) && { 'x-request-id': random.pick(['a-b-c', 'x y', 'é']) }),
    ...(random.chance(0.05) && { origin: random.pick(['https://page.example', 'null', 'x']) }),
    ...(random.chance(0.03) && { 'x-forwarded-for': '6.6.6.6' }),
    ...(random.chance(0.005) && { expect: random.pick(['100-continue', 'nothing']) }),
    ...(random.chance(0.03) && { 'accept-encoding': random.pick(['gzip', 'br', 'identity;q=0']) }),
    ...(random.chance(0.02) && { 'if-none-match': '*' }),
    ...(random.chance(0.02) && { range: 'bytes=0-1' }),
  };
}

/** Returns the bytes of a request; the last one of a connection closes it. */
export function bytesOf({ method, path, query, headers, body }: FuzzRequest, isLast: boolean): Buffer {
  const content = Buffer.from(body);
  const length = content.length > 0 ? `content-length: ${content.length}\r\n` : '';
  const fields = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const target = query === '' ? path : `${path}?${query}`;
  const head = `${method} ${target} HTTP/1.1\r\n${fields.join('')}${length}${isLast ? 'connection: close\r\n' : ''}\r\n`;
  return Buffer.concat([Buffer.from(head, 'latin1'), content]);
}

/** Numbers, times and ids without an end: an expression that tries each part in several ways is slow with them. `…` is repeated. */
const SHAPES = words(
  '9…|0…E|1….|-1…e1…|.5…x| …7 x|1 …x|Y1… D1|Year …12 Day 3, 05:00 x|Y12 D3 …x|Y12D3, 0…:00|1:1…|1…:1|(1:)…1|(a )…\t|,…;',
  /\|/,
);

const LENGTHS = [25, 60, 400, 1500, 4000, 15_000];

/** Returns a text of up to a length, or half as long again. */
function longText(random: Random, most: number): string {
  const lengths = LENGTHS.filter((length) => length <= most) as [number, ...number[]];
  const length = random.pick(lengths);
  return random
    .pick(SHAPES)
    .replaceAll(/(?:\((.+?)\)|(.))…/g, (_, several?: string, one?: string) =>
      (several ?? one ?? '').repeat(length / (several ?? ' ').length),
    );
}
