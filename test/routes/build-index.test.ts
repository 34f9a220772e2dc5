import test from 'ava';
import { ask } from '../helpers/ask.js';
import { envelope } from '../helpers/payload.js';
import { rows } from '../helpers/reference.js';
import { startServer } from '../helpers/server.js';
import { sharedServer } from '../helpers/shared-server.js';

// biome-ignore lint/suspicious/noExplicitAny: docs/openapi.json has the shape, which every answer is held to
type Any = any;

let groups: Any[];
const server = sharedServer({}, async (server) => {
  const { json } = await ask(server, 'GET /', '');
  groups = json.svcapi.resources.routes;
});
const routes = () => groups.flatMap(({ route }) => route);

/**
 * Reference, section 4: the patterns of each path in the index, where they are not the path, and its parameters in the path, the body
 * and the query, with `?` behind an optional one.
 */
const ENTITY = 'production_entity_uid string';
const paths: Record<string, { href?: string; path?: string[]; body?: string[]; query?: string[] }> = {
  '/': { href: '' },
  '/api/time': { body: ['cgt string', 'time number'] },
  '/api/permissions': {},
  '/api/ratelimits': {},
  '/api/helloworld': {},
  '/api/helloauth': {},
  '/character[/{uid}]': { path: ['uid?'] },
  '/character/handlecheck/{handle}': { path: ['handle'] },
  '/character/{uid}/credits': { path: ['uid'] },
  '/character/{uid}/creditlog': {
    path: ['uid'],
    query: ['start_index number', 'item_count number', 'start_id number'],
  },
  '/character/{uid}/permissions': { path: ['uid'] },
  '/datacard/{uid}': {
    ...{ href: '/datacard/{uid:14:\\d+}', path: ['uid'] },
    ...{ body: [ENTITY, 'uses number', 'unlimited number'], query: [ENTITY] },
  },
  '/datacards/{uid}': { path: ['uid'] },
  '/entity/{uid}': { href: '/entity/{uid:\\d+:\\d+}', path: ['uid'] },
  '/events/{mode}[/{type}]': {
    ...{ path: ['mode', 'type?'], query: ['start_index number', 'item_count number', 'start_time number'] },
  },
  '/event/{uid}': { href: '/event/{uid:39:\\d+}', path: ['uid'] },
};

test('the index needs no token, and has every row of the reference in its group, and no other', async (t) => {
  const [{ json }, permissions] = [await ask(server, 'GET /', ''), await server.call('/api/permissions')];
  t.deepEqual(json, envelope('index', '/ws/v2.0/', { resources: { routes: groups } }));
  t.deepEqual(
    groups.map(({ attributes: { name, count }, route }) => [name, count, route.length]),
    Object.entries({ Api: 6, Character: 5, Datacard: 2, Entity: 1, Event: 2 }).map(([name, count]) => [
      name,
      count,
      count,
    ]),
  );
  t.is(
    routes()
      .map(({ attributes }) => attributes.name)
      .join(),
    'index,time,permissions,ratelimits,helloworld,helloauth,character,character_handlecheck,character_credits,' +
      'character_creditlog,character_permissions,datacard,datacards,entity,events,event',
  );
  const described = permissions.json.svcapi.permissions.permission.map(
    ({ attributes: { inherits: _, ...rest } }: Any) => rest,
  );
  const listed = routes().flatMap(({ attributes: { href }, methods }) =>
    methods.method.map(({ attributes, permissions }: Any) => ({ href, ...attributes, permissions })),
  );
  t.is(listed.length, rows.length);
  for (const { method: type, path, authentication, rateLimited, permission: needed } of rows) {
    const href = `${server.url}${paths[path]?.href ?? path}[/]`;
    const attributes = described.find(({ name }: Any) => name === needed);
    const permissions = needed === null ? {} : { attributes: { count: 1 }, permission: [{ attributes }] };
    t.deepEqual(
      listed.find((each) => each.href === href && each.type === type),
      { href, type, authentication: `${authentication}`, 'rate-limited': `${rateLimited}`, permissions },
    );
  }
});

test('each route lists its parameters, with a description of each', (t) => {
  for (const [index, [name, { path = [], body = [], query = [] }]] of Object.entries(paths).entries()) {
    const { description, parameters: ofPath, methods } = routes()[index];
    const lists = [ofPath, ...methods.method.flatMap((each: Any) => [each.parameters, each.query_string])];
    for (const { attributes, parameter } of lists) t.is(attributes.count, parameter.length);
    for (const { attributes } of lists.flatMap(({ parameter }) => parameter)) t.not(attributes.description, '');
    t.not(description, '');
    const names = ofPath.parameter.map(
      ({ attributes: { name, optional } }: Any) => name + (optional === 'true' ? '?' : ''),
    );
    const typed = (of: 'parameters' | 'query_string') =>
      methods.method.flatMap((each: Any) =>
        each[of].parameter.map(({ attributes: { name, type } }: Any) => `${name} ${type}`),
      );
    t.deepEqual([names, typed('parameters'), typed('query_string')], [path, body, query], name);
  }
});

test('the addresses of the index begin with the public URL, if there is one', async (t) => {
  const hosted = await startServer({ empty: true, publicUrl: 'https://galaxy.example' });
  t.teardown(() => hosted.close());
  const [api] = (await hosted.call('/')).json.svcapi.resources.routes;
  t.is(api.route[0].attributes.href, 'https://galaxy.example/ws/v2.0[/]');
});
