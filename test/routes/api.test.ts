import test from 'ava';
import { ask } from '../helpers/ask.js';
import { tokenFor } from '../helpers/galaxy.js';
import { envelope } from '../helpers/payload.js';
import { plainCall } from '../helpers/plain.js';
import { inherited, limitedPaths, rows } from '../helpers/reference.js';
import { withServer } from '../helpers/server.js';
import { sharedServer } from '../helpers/shared-server.js';

// biome-ignore lint/suspicious/noExplicitAny: docs/openapi.json has the shape, which every answer is held to
type Any = any;

const server = sharedServer();

test('helloworld greets anyone, and helloauth each client by its id', async (t) => {
  const world = await ask(server, 'GET /api/helloworld', '');
  t.deepEqual(world.json, envelope('helloworld', '/ws/v2.0/api/helloworld', { message: 'Hello, world!' }));
  for (const client of ['console', 'other']) {
    const token = await tokenFor(server.store, '1:4', ['character_read'], { clientId: client });
    const svcapi = { message: 'Hello, authorised client!', client };
    const { json } = await ask(server, 'GET /api/helloauth', token);
    t.deepEqual(json, envelope('helloauth', '/ws/v2.0/api/helloauth', svcapi));
  }
});

/** The permissions with their descriptions and what they inherit, as docs/wire.md lists them. */
const descriptions: Record<string, string> = {
  character_auth: 'Read the name and the UID of the character, to verify who it is.',
  character_read:
    'Read basic information about the character.<br />Private profile: unique ID, handle and image.<br />' +
    'Public profile: also race, gender, last login, description and biography.',
  character_stats: 'Read the health and experience (HP and XP) of the character.',
  character_credits: 'Read the credits and the credit log of the character.',
  character_events: 'Read the events of the character.',
  faction_datacards_read: 'Read the datacards of the character’s factions and where they are assigned.',
  faction_datacards_write: 'Assign and revoke the datacards of the character’s factions.',
};

test('the permissions are listed in order, with their inheritance', async (t) => {
  const { json } = await server.call('/api/permissions');
  const permission = Object.entries(descriptions).map(([name, description]) => ({
    attributes: { name, description, inherits: inherited[name as keyof typeof inherited] },
  }));
  const permissions = { attributes: { count: permission.length }, permission };
  t.deepEqual(json, envelope('permissions', '/ws/v2.0/api/permissions', { permissions }));
});

test(
  'every rate-limited pattern is listed, used or not, with and without the prefix',
  withServer,
  async (t, server) => {
    await server.call('/event/39:1');
    await server.call('/event/39:2');
    const { origin } = new URL(server.url);
    for (const path of ['/ws/v2.0/api/ratelimits', '/ws/v2.0/ratelimits', '/ws/v2.0/ratelimiting', '/ratelimiting']) {
      const { text, headers } = await plainCall(origin + path);
      t.is(headers['cache-control'], 'no-store');
      const json = JSON.parse(text);
      json.svcapi.ratelimits.ratelimit.sort((a: Any, b: Any) => (a.attributes.pattern < b.attributes.pattern ? -1 : 1));
      const window = { limit: 600, reset: 1_718_629_200, reset_time: 'Mon, 17 Jun 2024 13:00:00 +0000' };
      const ratelimit = limitedPaths.map((pattern) => ({
        attributes: { pattern, remaining: pattern === '/event/{uid}' ? 598 : 600, ...window },
      }));
      const ratelimits = { attributes: { version: '0.1', count: 9 }, ratelimit };
      t.deepEqual(json, envelope('ratelimits', path, { ratelimits }));
    }
    const found = ['/RateLimiting/', '/ratelimiting.json', '/ws/v2.0/RATELIMITING/'];
    const missing = ['/ratelimits', '/api/ratelimits', '/api/time', '/character/1:1'];
    for (const path of found) t.is((await plainCall(origin + path)).status, 200, path);
    for (const path of missing) t.is((await plainCall(origin + path)).status, 404, path);
  },
);

/**
 * Reference, section 4: the patterns of each path in the index, where they are not the path, and its parameters in the path, the body
 * and the query, with `?` behind an optional one.
 */
const ENTITY = 'production_entity_uid string';
const paths: Record<string, { href?: string; path?: string; body?: string; query?: string }> = {
  '/': { href: '' },
  '/api/time': { body: 'cgt string, time number' },
  '/api/permissions': {},
  '/api/ratelimits': {},
  '/api/helloworld': {},
  '/api/helloauth': {},
  '/character[/{uid}]': { path: 'uid?' },
  '/character/handlecheck/{handle}': { path: 'handle' },
  '/character/{uid}/credits': { path: 'uid' },
  '/character/{uid}/creditlog': { path: 'uid', query: 'start_index number, item_count number, start_id number' },
  '/character/{uid}/permissions': { path: 'uid' },
  '/datacard/{uid}': {
    ...{ href: '/datacard/{uid:14:\\d+}', path: 'uid' },
    ...{ body: `${ENTITY}, uses number, unlimited number`, query: ENTITY },
  },
  '/datacards/{uid}': { path: 'uid' },
  '/entity/{uid}': { href: '/entity/{uid:\\d+:\\d+}', path: 'uid' },
  '/events/{mode}[/{type}]': { path: 'mode, type?', query: 'start_index number, item_count number, start_time number' },
  '/event/{uid}': { href: '/event/{uid:39:\\d+}', path: 'uid' },
};
const NAMES =
  'index,time,permissions,ratelimits,helloworld,helloauth,character,character_handlecheck,character_credits,' +
  'character_creditlog,character_permissions,datacard,datacards,entity,events,event';

test('the index has every row of the reference in its group, its parameters, and no other', async (t) => {
  const { json } = await ask(server, 'GET /', '');
  const groups: Any[] = json.svcapi.resources.routes;
  const routes = groups.flatMap(({ route }) => route);
  t.deepEqual(json, envelope('index', '/ws/v2.0/', { resources: { routes: groups } }));
  const sizes = groups.map(({ attributes: { name, count }, route }) => `${name} ${count} ${route.length}`);
  t.deepEqual(sizes, ['Api 6 6', 'Character 5 5', 'Datacard 2 2', 'Entity 1 1', 'Event 2 2']);
  t.is(routes.map(({ attributes }) => attributes.name).join(), NAMES);
  const listed = routes.flatMap(({ attributes: { href }, methods }) =>
    methods.method.map(({ attributes, permissions }: Any) => ({ href, ...attributes, permissions })),
  );
  t.is(listed.length, rows.length);
  for (const { method: type, path, authentication, rateLimited, permission: name } of rows) {
    const href = `${server.url}${paths[path]?.href ?? path}[/]`;
    const permission = [{ attributes: { name, description: descriptions[name ?? ''] } }];
    const permissions = name === null ? {} : { attributes: { count: 1 }, permission };
    t.deepEqual(
      listed.find((each) => each.href === href && each.type === type),
      { href, type, authentication: `${authentication}`, 'rate-limited': `${rateLimited}`, permissions },
    );
  }
  for (const [index, [name, { path = '', body = '', query = '' }]] of Object.entries(paths).entries()) {
    const { description, parameters: ofPath, methods } = routes[index];
    const lists = [ofPath, ...methods.method.flatMap((each: Any) => [each.parameters, each.query_string])];
    for (const { attributes, parameter } of lists) t.is(attributes.count, parameter.length);
    const texts = [
      description,
      ...lists.flatMap(({ parameter }) => parameter.map((each: Any) => each.attributes.description)),
    ];
    t.false(texts.includes(''), name);
    const typed = (of: 'parameters' | 'query_string') =>
      methods.method.flatMap((each: Any) =>
        each[of].parameter.map(({ attributes: { name, type } }: Any) => `${name} ${type}`),
      );
    const inPath = ofPath.parameter.map(
      ({ attributes: { name, optional } }: Any) => name + (optional === 'true' ? '?' : ''),
    );
    t.deepEqual(
      [inPath, typed('parameters'), typed('query_string')].map((each) => each.join(', ')),
      [path, body, query],
      name,
    );
  }
});
