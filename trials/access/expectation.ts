import type { Answer } from '../../bench/request.js';
import type { Permission } from '../../src/domain/permission.js';
import { expectedAccess, expectedChallenge, type TokenState } from '../../test/helpers/access-table.js';
import { permissions, type Row, rows } from '../../test/helpers/reference.js';

/*
 * Written by hand after docs/wire.md, “Who sees what”: nothing here is taken from the service. The routes, their permissions and the
 * states of a token are in test/helpers, where tests use them, too.
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
  const access = expectedAccess(row, state, grants[grant] ?? []);
  if (access !== '200') return access;
  if (format.type === undefined) return 'not_acceptable';
  return visibleTo[row.number]?.includes(character) === false ? 'not_found' : row.resource;
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

/** Returns the deviations of an answer from the table. */
export function deviationsOf(each: Case, state: TokenState, { status: found, headers, body }: Answer): string[] {
  const { row, method, format } = each;
  const outcome = expectedOutcome(each, state);
  const status = STATUS[outcome] ?? 200;
  const isRead = method !== 'HEAD' && method !== 'OPTIONS';
  const comparisons: [what: string, found: unknown, expected: unknown][] = [
    ['status', found, status],
    ['Content-Type', headers['content-type'], outcome === 'OPTIONS' ? undefined : (format.type ?? JSON_TYPE)],
    ['resource or error', isRead ? outcomeOf(body) : outcome, outcome],
    ['a body', body !== '', isRead],
    ['X-RateLimit-Limit', 'x-ratelimit-limit' in headers, row.rateLimited],
    ['Allow', headers.allow, status === 405 || status === 204 ? methodsOf(row).join(', ') : undefined],
    ['WWW-Authenticate', headers['www-authenticate'], status === 401 ? expectedChallenge(row, outcome) : undefined],
    ...(outcome === 'character' && method === 'GET' && format.type === JSON_TYPE && row.number === 9
      ? fieldComparisons(each, body)
      : []),
  ];
  return comparisons
    .filter(([, one, other]) => one !== other)
    .map(([what, one, other]) => `${what} is ${one}, not ${other}`);
}

/** Returns the code of the error, or else the resource. */
function outcomeOf(text: string): string | undefined {
  const patterns = text.startsWith('<')
    ? [/<error>(\w+)<\/error>/, / resource="(\w+)"/]
    : [/"error":"(\w+)"/, /"resource":"(\w+)"/];
  return patterns.map((pattern) => pattern.exec(text)?.[1]).find((each) => each !== undefined);
}

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
