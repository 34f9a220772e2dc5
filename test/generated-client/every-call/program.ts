import createClient from 'openapi-fetch';
import type { paths } from '#api';
import { client } from '#hey/client.gen';
import * as hey from '#hey/index';
import * as oazapfts from '#oazapfts';
import * as orval from '#orval';

/** Makes every call with the clients of four generators: `node program.js ADDRESS TOKEN`. */
const [baseUrl = '', token = ''] = process.argv.slice(2);
const headers = { Authorization: `Bearer ${token}` };
const uid = '1:1';
const card = '14:1';
const entity = '4:1';
const assignment = { production_entity_uid: entity, uses: 1 };

type Calls = Record<string, () => Promise<{ data?: unknown } | { status: number }>>;

const typed = createClient<paths, 'application/json'>({ baseUrl, headers });
const byOpenapiTypescript: Calls = {
  getIndex: () => typed.GET('/'),
  getTime: () => typed.GET('/api/time'),
  postTime: () => typed.POST('/api/time', { body: { time: 1_291_273_200 } }),
  getPermissions: () => typed.GET('/api/permissions'),
  getRatelimits: () => typed.GET('/api/ratelimits'),
  getHelloworld: () => typed.GET('/api/helloworld'),
  getHelloauth: () => typed.GET('/api/helloauth'),
  getCharacter: () => typed.GET('/character'),
  getCharacterByUid: () => typed.GET('/character/{uid}', { params: { path: { uid } } }),
  getCharacterHandlecheck: () => typed.GET('/character/handlecheck/{handle}', { params: { path: { handle: 'Dorn' } } }),
  getCharacterCredits: () => typed.GET('/character/{uid}/credits', { params: { path: { uid } } }),
  getCharacterCreditlog: () =>
    typed.GET('/character/{uid}/creditlog', { params: { path: { uid }, query: { item_count: 2 } } }),
  getCharacterPermissions: () => typed.GET('/character/{uid}/permissions', { params: { path: { uid } } }),
  getDatacard: () => typed.GET('/datacard/{uid}', { params: { path: { uid: card } } }),
  postDatacard: () => typed.POST('/datacard/{uid}', { params: { path: { uid: card } }, body: assignment }),
  deleteDatacard: () =>
    typed.DELETE('/datacard/{uid}', { params: { path: { uid: card }, query: { production_entity_uid: entity } } }),
  getDatacards: () => typed.GET('/datacards/{uid}', { params: { path: { uid: '20:1' } } }),
  getEntity: () => typed.GET('/entity/{uid}', { params: { path: { uid: entity } } }),
  getEvents: () => typed.GET('/events/{mode}', { params: { path: { mode: 'personal' } } }),
  getEventsByType: () => typed.GET('/events/{mode}/{type}', { params: { path: { mode: 'personal', type: 'combat' } } }),
  getEvent: () => typed.GET('/event/{uid}', { params: { path: { uid: '39:1' } } }),
};

client.setConfig({ baseUrl, headers });
const byHeyApi: Calls = {
  getIndex: () => hey.getIndex(),
  getTime: () => hey.getTime(),
  postTime: () => hey.postTime({ body: { time: 1_291_273_200 } }),
  getPermissions: () => hey.getPermissions(),
  getRatelimits: () => hey.getRatelimits(),
  getHelloworld: () => hey.getHelloworld(),
  getHelloauth: () => hey.getHelloauth(),
  getCharacter: () => hey.getCharacter(),
  getCharacterByUid: () => hey.getCharacterByUid({ path: { uid } }),
  getCharacterHandlecheck: () => hey.getCharacterHandlecheck({ path: { handle: 'Dorn' } }),
  getCharacterCredits: () => hey.getCharacterCredits({ path: { uid } }),
  getCharacterCreditlog: () => hey.getCharacterCreditlog({ path: { uid }, query: { item_count: 2 } }),
  getCharacterPermissions: () => hey.getCharacterPermissions({ path: { uid } }),
  getDatacard: () => hey.getDatacard({ path: { uid: card } }),
  postDatacard: () => hey.postDatacard({ path: { uid: card }, body: assignment }),
  deleteDatacard: () => hey.deleteDatacard({ path: { uid: card }, query: { production_entity_uid: entity } }),
  getDatacards: () => hey.getDatacards({ path: { uid: '20:1' } }),
  getEntity: () => hey.getEntity({ path: { uid: entity } }),
  getEvents: () => hey.getEvents({ path: { mode: 'personal' } }),
  getEventsByType: () => hey.getEventsByType({ path: { mode: 'personal', type: 'combat' } }),
  getEvent: () => hey.getEvent({ path: { uid: '39:1' } }),
};

/** Two generators make functions with the parameters of the path in their order. */
const positional = (api: typeof oazapfts | typeof orval) => ({
  getIndex: () => api.getIndex(),
  getTime: () => api.getTime(),
  postTime: () => api.postTime({ time: 1_291_273_200 }),
  getPermissions: () => api.getPermissions(),
  getRatelimits: () => api.getRatelimits(),
  getHelloworld: () => api.getHelloworld(),
  getHelloauth: () => api.getHelloauth(),
  getCharacter: () => api.getCharacter(),
  getCharacterByUid: () => api.getCharacterByUid(uid),
  getCharacterHandlecheck: () => api.getCharacterHandlecheck('Dorn'),
  getCharacterCredits: () => api.getCharacterCredits(uid),
  getCharacterPermissions: () => api.getCharacterPermissions(uid),
  getDatacard: () => api.getDatacard(card),
  postDatacard: () => api.postDatacard(card, assignment),
  getDatacards: () => api.getDatacards('20:1'),
  getEntity: () => api.getEntity(entity),
  getEvent: () => api.getEvent('39:1'),
});

oazapfts.defaults.baseUrl = baseUrl;
oazapfts.defaults.headers = headers;
const byOazapfts: Calls = {
  ...positional(oazapfts),
  getCharacterCreditlog: () => oazapfts.getCharacterCreditlog(uid, { itemCount: 2 }),
  deleteDatacard: () => oazapfts.deleteDatacard(card, entity),
  getEvents: () => oazapfts.getEvents('personal', {}),
  getEventsByType: () => oazapfts.getEventsByType('personal', 'combat', {}),
};

const send = globalThis.fetch;
// Its functions know neither address nor token, nor which type a body has where two are described.
const json = { 'Content-Type': 'application/json', ...headers };
globalThis.fetch = (input, init) =>
  typeof input === 'string' && input.startsWith('/')
    ? send(baseUrl + input, { ...init, headers: init?.body ? json : headers })
    : send(input, init);
const byOrval: Calls = {
  ...positional(orval),
  getCharacterCreditlog: () => orval.getCharacterCreditlog(uid, { item_count: 2 }),
  deleteDatacard: () => orval.deleteDatacard(card, { production_entity_uid: entity }),
  getEvents: () => orval.getEvents('personal'),
  getEventsByType: () => orval.getEventsByType('personal', 'combat'),
};

const found: Record<string, Record<string, unknown>> = {};
for (const [generator, calls] of Object.entries({ byOpenapiTypescript, byHeyApi, byOazapfts, byOrval })) {
  const resources: Record<string, unknown> = {};
  for (const [name, call] of Object.entries(calls)) {
    const { data } = { data: undefined, ...(await call()) };
    resources[name] = (data as { resource?: string } | undefined)?.resource;
  }
  found[generator] = resources;
}
process.stdout.write(JSON.stringify(found));
