import type { Request } from '../../bench/answer.js';
import type { Random } from '../../src/demo/random.js';
import { DATACARDS, LOCATIONS } from '../../test/helpers/audit.js';

const API = '/ws/v2.0';
const CARDS = Object.keys(DATACARDS) as [string, ...string[]];
const FORM = 'application/x-www-form-urlencoded';

type Make = (random: Random) => Request;

const get = (path: string): Request => ({ path: `${API}${path}` });

const single: Make = (random) =>
  get(
    random.pick([
      '/api/time',
      '/character/1:1',
      '/character/1:1/credits',
      '/event/39:1',
      '/datacard/14:1',
      '/api/permissions',
    ]),
  );

const list: Make = (random) =>
  get(
    random.pick([
      `/character/1:1/creditlog?item_count=50&start_index=${1 + random.below(900)}`,
      '/events/personal?item_count=20',
      '/datacards/20:1',
    ]),
  );

const change: Make = (random) => {
  const path = `${API}/datacard/${random.pick(CARDS)}`;
  const location = random.pick(LOCATIONS as [string, ...string[]]);
  if (random.chance(0.4)) return { method: 'DELETE', path: `${path}?production_entity_uid=${location}` };
  const body = `production_entity_uid=${location}&uses=${1 + random.below(4)}`;
  return { method: 'POST', path, headers: { 'Content-Type': FORM }, body };
};

/** Requests that are refused, with a status of 4xx: one that is specified as 500, an invalid time, could hide a failure. */
const refused: Make = (random) =>
  random.pick<Request>([
    get('/event/39:999999'),
    get('/nowhere'),
    get('/character/1:1/creditlog?item_count=many'),
    { ...get('/character/1:1'), method: 'DELETE' },
    { ...get('/character/1:1'), headers: { Authorization: 'Bearer wrong' } },
    { ...get('/datacard/14:1'), method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{"uses":' },
  ]);

const document: Make = (random) => get(random.pick(['/', '/openapi.json', '/documentation']));

/** The kinds of requests, with their share in a hundred. */
const MIXTURE: readonly [Make, number][] = [
  [single, 76],
  [list, 14],
  [refused, 8],
  [change, 1],
  [document, 1],
];

/** Returns a request of the mixture, as JSON or XML. */
export function randomRequest(random: Random, token: string): Request {
  let place = random.below(100);
  const [make] = MIXTURE.find(([, share]) => {
    place -= share;
    return place < 0;
  }) ?? [single];
  const request = make(random);
  const Accept = random.chance(0.2) ? 'application/xml' : 'application/json';
  return { ...request, headers: { Accept, Authorization: `Bearer ${token}`, ...request.headers } };
}
