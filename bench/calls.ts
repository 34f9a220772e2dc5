import { DATACARD, EACH, FIRST } from './galaxy.js';
import type { Request } from './request.js';

const ROOT = '/ws/v2.0';
const LOG = `${ROOT}/character/1:1/creditlog`;
const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);
const get = (path: string): Request => ({ path: `${ROOT}${path}` });

/** The measured requests: those of a list take turns. */
export const calls: Record<string, Request[]> = {
  'GET api/time': [get('/api/time')],
  'GET character, repeated': [get(`/character/1:${FIRST}`)],
  'GET character, different': numbers(EACH).map((number) => get(`/character/1:${FIRST + number}`)),
  'GET datacard, repeated': [get(`/datacard/14:${FIRST + 1}`)],
  'GET datacard, different': numbers(EACH - 1).map((number) => get(`/datacard/14:${FIRST + 1 + number}`)),
  'GET creditlog, repeated': [{ path: LOG }],
  // Each page of the newest 1000, and of the oldest.
  'GET creditlog, different': [0, 1].flatMap((run) =>
    numbers(951).map((index) => ({ path: `${LOG}?start_id=${run}&start_index=${index + 1}` })),
  ),
  'POST api/time': [{ path: `${ROOT}/api/time`, method: 'POST', headers: FORM, body: 'cgt=Year%2012%20Day%203' }],
  'POST datacard, an assignment': [
    { path: `${ROOT}/datacard/${DATACARD}`, method: 'POST', headers: FORM, body: 'production_entity_uid=4:1&uses=1' },
  ],
};

/** Adds a token to requests. */
export function withBearer(requests: readonly Request[], token: string): Request[] {
  return requests.map((request) => ({
    ...request,
    headers: { ...request.headers, Authorization: `Bearer ${token}` },
  }));
}
