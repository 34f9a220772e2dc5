import type { Answer } from '../../bench/request.js';
import { expectedAccess, expectedChallenge, type TokenState } from '../../test/helpers/access-table.js';
import { type Row, rows } from '../../test/helpers/reference.js';
import type { Case } from './cases.js';
import { type Character, expectedFields, grants, visibleTo } from './table.js';

const NOT_ACCEPTABLE = 'not_acceptable';
const JSON_TYPE = 'application/json; charset=utf-8';

/** Returns the resource of the expected answer, or the code of the expected error. */
export function expectedOutcome({ row, method, format, grant, character }: Case, state: TokenState): string {
  const allowed = methodsOf(row);
  if (method === 'OPTIONS') return 'OPTIONS';
  if (!allowed.includes(method)) return 'method_not_allowed';
  const access = expectedAccess(row, state, grants[grant] ?? []);
  if (access !== '200') return access;
  if (format.type === undefined) return NOT_ACCEPTABLE;
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
export function deviationsOf(each: Case, state: TokenState, reply: Answer): string[] {
  const { row, method, format } = each;
  const outcome = expectedOutcome(each, state);
  const status = STATUS[outcome] ?? 200;
  const isRead = method !== 'HEAD' && method !== 'OPTIONS';
  const type = outcome === 'OPTIONS' ? undefined : (format.type ?? JSON_TYPE);
  const asksForMethods = status === 405 || status === 204;
  const comparisons: [what: string, found: unknown, expected: unknown][] = [
    ['status', reply.status, status],
    ['Content-Type', reply.headers['content-type'], type],
    ['resource or error', isRead ? outcomeOf(reply) : outcome, outcome],
    ['a body', reply.body !== '', isRead],
    ['X-RateLimit-Limit', 'x-ratelimit-limit' in reply.headers, row.rateLimited],
    ['Allow', reply.headers.allow, asksForMethods ? methodsOf(row).join(', ') : undefined],
    [
      'WWW-Authenticate',
      reply.headers['www-authenticate'],
      status === 401 ? expectedChallenge(row, outcome) : undefined,
    ],
    ...fieldComparisons(each, outcome, reply),
  ];
  return comparisons
    .filter(([, found, expected]) => found !== expected)
    .map(([what, found, expected]) => `${what} is ${found}, not ${expected}`);
}

/** Returns the code of the error, or else the resource. */
function outcomeOf({ body: text }: Answer): string | undefined {
  const patterns = text.startsWith('<')
    ? [/<error>(\w+)<\/error>/, / resource="(\w+)"/]
    : [/"error":"(\w+)"/, /"resource":"(\w+)"/];
  return patterns.map((pattern) => pattern.exec(text)?.[1]).find((found) => found !== undefined);
}

/** What a profile shows, where it is read as JSON. */
function fieldComparisons(
  { row, method, sample, format, grant, character }: Case,
  outcome: string,
  { body: text }: Answer,
) {
  if (outcome !== 'character' || method !== 'GET' || !format.type?.includes('json') || row.number !== 9) return [];
  const shown = JSON.parse(text).svcapi.character as Record<string, { value?: number; isbasic?: string }>;
  const target = (sample.split('/')[2] ?? character) as Character;
  const { basic, stats, credits, events } = expectedFields(target, character, grants[grant] ?? []);
  return [
    ['isbasic', shown.attributes?.isbasic, String(basic)],
    ['a biography', 'biography' in shown, !basic],
    ['stats', ['health', 'healthMax', 'XP', 'XPLevel'].filter((name) => name in shown).length, stats ? 4 : 0],
    ['credits', ['credits', 'creditlog'].filter((name) => name in shown).length, credits ? 2 : 0],
    ['the value of credits', shown.credits?.value !== undefined, credits],
    ['events', 'events' in shown, events],
  ] as [string, unknown, unknown][];
}
