import test from 'ava';
import { envelope } from '../helpers/payload.js';
import { rows } from '../helpers/reference.js';
import { startServer } from '../helpers/server.js';
import { sharedServer } from '../helpers/shared-server.js';

// biome-ignore lint/suspicious/noExplicitAny: docs/openapi.json has the shape, which every answer is held to
type Any = any;

let groups: Any[];
const server = sharedServer({}, async ({ call }) => {
  groups = (await call('/')).json.svcapi.resources.routes;
});
const routes = () => groups.flatMap(({ route }) => route);

test('the index needs no token, and consists of groups', async (t) => {
  const { status, json } = await server.call('/', { headers: { Authorization: '' } });
  t.is(status, 200);
  t.deepEqual(json, envelope('index', '/ws/v2.0/', { resources: { routes: groups } }));
  t.deepEqual(
    groups.map(({ attributes, route }) => [attributes, route.map((each: Any) => each.attributes.name).join()]),
    [
      [{ name: 'Api', count: 6 }, 'index,time,permissions,ratelimits,helloworld,helloauth'],
      [
        { name: 'Character', count: 5 },
        'character,character_handlecheck,character_credits,character_creditlog,character_permissions',
      ],
      [{ name: 'Datacard', count: 2 }, 'datacard,datacards'],
      [{ name: 'Entity', count: 1 }, 'entity'],
      [{ name: 'Event', count: 2 }, 'events,event'],
    ],
  );
});

/** The patterns that the index shows for paths of the reference's table, where they differ. */
const HREFS: Record<string, string> = {
  '/': '',
  '/event/{uid}': '/event/{uid:39:\\d+}',
  '/datacard/{uid}': '/datacard/{uid:14:\\d+}',
  '/entity/{uid}': '/entity/{uid:\\d+:\\d+}',
};

test('the index has every row of the reference, and no other', async (t) => {
  const { permission } = (await server.call('/api/permissions')).json.svcapi.permissions;
  const described = new Map(permission.map(({ attributes }: Any) => [attributes.name, attributes.description]));
  const listed = routes().flatMap(({ attributes: { href }, methods }) =>
    methods.method.map(({ attributes, permissions }: Any) => ({ href, ...attributes, permissions })),
  );
  t.is(listed.length, rows.length);
  for (const { method, path, authentication, rateLimited, permission: name } of rows) {
    const href = `${server.url}${HREFS[path] ?? path}[/]`;
    const permissions =
      name === null
        ? {}
        : { attributes: { count: 1 }, permission: [{ attributes: { name, description: described.get(name) } }] };
    t.deepEqual(
      listed.find((each) => each.href === href && each.type === method),
      { href, type: method, authentication: `${authentication}`, 'rate-limited': `${rateLimited}`, permissions },
    );
  }
});

// Reference, section 4: the parameters of each path, its bodies and its queries, with `?` behind the optional one.
const parameters: Record<string, { path?: string[]; body?: string[]; query?: string[] }> = {
  time: { body: ['cgt string', 'time number'] },
  character: { path: ['uid?'] },
  character_credits: { path: ['uid'] },
  character_creditlog: { path: ['uid'], query: ['start_index number', 'item_count number', 'start_id number'] },
  character_permissions: { path: ['uid'] },
  datacard: {
    path: ['uid'],
    body: ['production_entity_uid string', 'uses number', 'unlimited number'],
    query: ['production_entity_uid string'],
  },
  datacards: { path: ['uid'] },
  character_handlecheck: { path: ['handle'] },
  entity: { path: ['uid'] },
  events: { path: ['mode', 'type?'], query: ['start_index number', 'item_count number', 'start_time number'] },
  event: { path: ['uid'] },
};

test('each route lists its parameters, with a description of each', (t) => {
  for (const { attributes, description, parameters: ofPath, methods } of routes()) {
    const { path = [], body = [], query = [] } = parameters[attributes.name] ?? {};
    const lists = [ofPath, ...methods.method.flatMap((each: Any) => [each.parameters, each.query_string])];
    for (const { attributes, parameter } of lists) t.is(attributes.count, parameter.length);
    for (const { attributes } of lists.flatMap(({ parameter }) => parameter)) t.not(attributes.description, '');
    const names = ofPath.parameter.map(
      ({ attributes: { name, optional } }: Any) => name + (optional === 'true' ? '?' : ''),
    );
    const typed = (of: 'parameters' | 'query_string') =>
      methods.method.flatMap((each: Any) =>
        each[of].parameter.map(({ attributes: { name, type } }: Any) => `${name} ${type}`),
      );
    t.deepEqual([names, typed('parameters'), typed('query_string')], [path, body, query], attributes.name);
    t.not(description, '');
  }
});

test('a method has the fields of the reference, section 2.4', (t) => {
  const [, , revocation] = routes().find(({ attributes }) => attributes.name === 'datacard').methods.method;
  const write = 'Assign and revoke the datacards of the character’s factions.';
  const entity = 'UID of the production entity to revoke the datacard from';
  t.deepEqual(revocation, {
    attributes: { type: 'DELETE', authentication: 'true', 'rate-limited': 'true' },
    permissions: {
      attributes: { count: 1 },
      permission: [{ attributes: { name: 'faction_datacards_write', description: write } }],
    },
    parameters: { attributes: { count: 0 }, parameter: [] },
    query_string: {
      attributes: { count: 1 },
      parameter: [{ attributes: { name: 'production_entity_uid', type: 'string', description: entity } }],
    },
  });
});

test('the addresses of the index begin with the public URL, if there is one', async (t) => {
  const hosted = await startServer({ empty: true, publicUrl: 'https://galaxy.example' });
  t.teardown(() => hosted.close());
  const [api] = (await hosted.call('/')).json.svcapi.resources.routes;
  t.is(api.route[0].attributes.href, 'https://galaxy.example/ws/v2.0[/]');
});
