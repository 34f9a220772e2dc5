import type { Answer } from '../../bench/request.js';
import type { Permission } from '../../src/domain/permission.js';
import { permissions, type Row, rows } from '../../test/helpers/reference.js';
import { errorOf } from '../fuzz/answers.js';

/*
 * Written by hand after docs/wire.md, “Who sees what”: nothing here is taken from the service. The routes and their permissions are in
 * test/helpers, where tests use them, too.
 */

/** The characters of the small galaxy, by what their membership lets them do with the datacards of the Guild. */
export const characters = ['1:1', '1:2', '1:3', '1:4'] as const;
type Character = (typeof characters)[number];

/** The characters that each row of the reference finds something for, where that is not everybody. The others get a 404. */
const visibleTo: Record<number, readonly Character[]> = {
  // The event, the credit log and the credits of Hana.
  ...{ 6: ['1:1'], 10: ['1:1'], 18: ['1:1'] },
  // Members who may view the datacards of the Guild, and those who may manage them.
  ...{ 12: ['1:1', '1:2'], 13: ['1:1'], 14: ['1:1'] },
};

/** The only character with a private profile. */
const PRIVATE: Character = '1:2';

/** No permission, each alone, all but one, and all. */
export const grants: readonly Permission[][] = [
  [],
  ...permissions.map((permission) => [permission]),
  ...permissions.map((permission) => permissions.filter((each) => each !== permission)),
  permissions,
];

/** An Authorization header, with the expected outcome. */
export interface TokenState {
  name: string;
  header: (token: string) => string;
  expected: 'valid' | 'token_missing' | 'token_invalid';
  /** A change to the token, its grant or its client. */
  sql?: Change;
}

type Change = (tokenId: string) => string;

/** The client that the change of a state names: it is revoked. */
export const REVOKED_CLIENT = 'revoked';

const bearer = (token: string) => `Bearer ${token}`;

/** Seconds that are left to a token that is about to expire: more than a run takes. */
const SOON = 86_400;

/** Returns every state of a token at the present. */
export function tokenStates(): TokenState[] {
  const now = Math.floor(Date.now() / 1000);
  const grantOf = (id: string) => `(select grant_id from tokens where id = '${id}')`;
  const token = (change: string) => (id: string) => `update tokens set ${change} where id = '${id}'`;
  const grant = (change: string) => (id: string) => `update grants set ${change} where id = ${grantOf(id)}`;
  const changed = (name: string, sql: Change, expected: TokenState['expected'] = 'token_invalid') => ({
    ...{ name, header: bearer, expected, sql },
  });
  const states = (expected: TokenState['expected'], headers: Record<string, TokenState['header']>) =>
    Object.entries(headers).map(([name, header]) => ({ name, header, expected }));
  return [
    ...states('token_missing', {
      'no header': () => '',
      'a scheme without a token': () => 'Bearer',
      'a token without a scheme': (token) => token,
      'two tokens': (token) => `Bearer ${token} ${token}`,
      'the scheme Basic': (token) => `Basic ${token}`,
    }),
    ...states('token_invalid', {
      'no token of this service': () => 'Bearer secret',
      'an unknown token': () => `Bearer svcapi_${'A'.repeat(43)}`,
      'a token cut short': (token) => `Bearer ${token.slice(0, -1)}`,
      'a token in lower case': (token) => bearer(token.toLowerCase()),
    }),
    changed('a token that expired a minute ago', token(`expires_at = ${now - 60}`)),
    changed('a revoked token', token(`revoked_at = ${now - 1}`)),
    changed('a token of a grant that expired a minute ago', grant(`expires_at = ${now - 60}`)),
    changed('a token of a revoked grant', grant(`revoked_at = ${now - 1}`)),
    changed('a token of a revoked client', grant(`client_id = '${REVOKED_CLIENT}'`)),
    ...states('valid', {
      'a valid token': bearer,
      'a valid token with the scheme OAuth': (token) => `OAuth ${token}`,
      'a valid token with the scheme in another case': (token) => `bEARER  ${token} `,
    }),
    changed('a valid token, about to expire', token(`expires_at = ${now + SOON}`), 'valid'),
  ];
}

/** A way to ask for a format, and the content type of its answer; none where nothing is acceptable. */
interface Format {
  name: string;
  accept?: string;
  /** Changes the path, which has no query. */
  suffix?: string;
  query?: string;
  type: string | undefined;
}

const JSON_TYPE = 'application/json; charset=utf-8';
const XML_TYPE = 'application/xml; charset=utf-8';

export const formats: readonly [Format, ...Format[]] = [
  { name: 'no Accept', type: JSON_TYPE },
  { name: 'Accept: application/xml', accept: 'application/xml', type: XML_TYPE },
  { name: 'Accept: text/xml', accept: 'text/xml;q=0.9, application/json;q=0.1', type: 'text/xml; charset=utf-8' },
  { name: 'the suffix .xml', suffix: '.xml', accept: 'application/json', type: XML_TYPE },
  { name: '?format=json', query: 'format=json', accept: 'application/xml', type: JSON_TYPE },
  { name: 'nothing acceptable', accept: 'image/png', type: undefined },
];

/** One call: a route and a method, by whom, and in which format. */
export interface Case {
  row: Row;
  method: string;
  /** An address of the row, below `/ws/v2.0`. */
  sample: string;
  format: Format;
  /** The places of the state and of the permissions in their lists. */
  state: number;
  grant: number;
  character: Character;
}

/** Returns the resource of the expected answer, or the code of the expected error. */
export function expectedOutcome({ row, method, format, grant, character }: Case, state: TokenState): string {
  if (method === 'OPTIONS') return 'OPTIONS';
  if (!methodsOf(row).includes(method)) return 'method_not_allowed';
  if (row.authentication && state.expected !== 'valid') return state.expected;
  if (row.authentication && !isAllowed(row.permission, grants[grant] ?? [])) return 'permission_missing';
  if (format.type === undefined) return 'not_acceptable';
  return visibleTo[row.number]?.includes(character) === false ? 'not_found' : row.resource;
}

/** The reference, sections 4 and 5.3: what is held when a permission is granted. */
function isAllowed(needed: Permission | null, granted: readonly Permission[]): boolean {
  if (needed === null || granted.includes(needed)) return true;
  return needed === 'character_read' && granted.includes('character_stats');
}

/** The order of docs/wire.md, and of Allow. */
function methodsOf({ path }: Row): string[] {
  const own = rows.filter((each) => each.path === path).map(({ method }) => method as string);
  return [...own, ...(own.includes('GET') ? ['HEAD'] : []), 'OPTIONS'];
}

const STATUS: Record<string, number> = {
  ...{ OPTIONS: 204, method_not_allowed: 405, not_acceptable: 406, not_found: 404 },
  ...{ token_missing: 401, token_invalid: 401, permission_missing: 401 },
};

/** The WWW-Authenticate of a 401. */
const challenges: Record<string, (row: Row) => string> = {
  token_missing: () => 'Bearer realm="svcapi"',
  token_invalid: () => 'Bearer realm="svcapi", error="invalid_token"',
  permission_missing: ({ permission }) => `Bearer realm="svcapi", error="insufficient_scope", scope="${permission}"`,
};

/** Returns the deviations of an answer from the table. */
export function deviationsOf(each: Case, state: TokenState, { status: found, headers, body }: Answer): string[] {
  const { row, method, format } = each;
  const outcome = expectedOutcome(each, state);
  const status = STATUS[outcome] ?? 200;
  const isRead = method !== 'HEAD' && method !== 'OPTIONS';
  const comparisons: [what: string, found: unknown, expected: unknown][] = [
    ['status', found, status],
    ['Content-Type', headers['content-type'], outcome === 'OPTIONS' ? undefined : (format.type ?? JSON_TYPE)],
    ['resource or error', isRead ? (errorOf(body) ?? resourceOf(body)) : outcome, outcome],
    ['a body', body !== '', isRead],
    ['X-RateLimit-Limit', 'x-ratelimit-limit' in headers, row.rateLimited],
    ['Allow', headers.allow, status === 405 || status === 204 ? methodsOf(row).join(', ') : undefined],
    ['WWW-Authenticate', headers['www-authenticate'], challenges[outcome]?.(row)],
    ...(outcome === 'character' && method === 'GET' && format.type === JSON_TYPE && row.number === 9
      ? fieldComparisons(each, body)
      : []),
  ];
  return comparisons
    .filter(([, one, other]) => one !== other)
    .map(([what, one, other]) => `${what} is ${one}, not ${other}`);
}

const resourceOf = (text: string) => /"resource":"(\w+)"| resource="(\w+)"/.exec(text)?.slice(1).join('');

/** Compares what a profile in JSON shows: only its owner sees the rest, and that by permissions. */
function fieldComparisons({ sample, grant, character }: Case, text: string): [string, unknown, unknown][] {
  const shown = JSON.parse(text).svcapi.character as Record<string, { value?: number; isbasic?: string }>;
  const target = sample.split('/')[2] ?? character;
  const isOwn = target === character;
  const isBasic = target === PRIVATE && !isOwn;
  const sees = (permission: Permission) => isOwn && (grants[grant] ?? []).includes(permission);
  const count = (...names: string[]) => names.filter((name) => name in shown).length;
  return [
    ['isbasic', shown.attributes?.isbasic, String(isBasic)],
    ['a biography', 'biography' in shown, !isBasic],
    ['stats', count('health', 'healthMax', 'XP', 'XPLevel'), sees('character_stats') ? 4 : 0],
    ['credits', count('credits', 'creditlog'), sees('character_credits') ? 2 : 0],
    ['the value of credits', shown.credits?.value !== undefined, sees('character_credits')],
    ['events', 'events' in shown, sees('character_events')],
  ];
}
