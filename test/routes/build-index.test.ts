import test from 'ava';
import { envelope } from '../helpers/payload.js';
import { rows } from '../helpers/reference.js';
import { type Server, startServer } from '../helpers/server.js';

interface Parameter {
  attributes: { name: string; type?: string; optional?: string; description: string };
}
interface Count {
  attributes: { count: number };
}
interface Parameters extends Count {
  parameter: Parameter[];
}
interface IndexMethod {
  attributes: { type: string; authentication: string; 'rate-limited': string };
  permissions: Partial<Count> & { permission?: { attributes: { name: string; description: string } }[] };
  parameters: Parameters;
  query_string: Parameters;
}
interface IndexRoute {
  attributes: { name: string; href: string };
  description: string;
  parameters: Parameters;
  methods: Count & { method: IndexMethod[] };
}
interface Group {
  attributes: { name: string; count: number };
  route: IndexRoute[];
}

let server: Server;
let groups: Group[];
test.before(async () => {
  server = await startServer();
  groups = (await server.call('/')).json.svcapi.resources.routes;
});
test.after.always(() => server.close());

test('the index needs no token, and consists of groups', async (t) => {
  const { status, json } = await server.call('/', { headers: { Authorization: '' } });
  t.is(status, 200);
  t.deepEqual(json, envelope('index', '/ws/v2.0/', { resources: { routes: groups } }));
});

test('each group has the number of its routes', (t) => {
  const names = Object.fromEntries(
    groups.map(({ attributes, route }) => [attributes.name, route.map((r) => r.attributes.name)]),
  );
  t.deepEqual(names, {
    Api: ['index', 'time', 'permissions', 'ratelimits', 'helloworld', 'helloauth'],
    Character: [
      'character',
      'character_handlecheck',
      'character_credits',
      'character_creditlog',
      'character_permissions',
    ],
    Datacard: ['datacard', 'datacards'],
    Entity: ['entity'],
    Event: ['events', 'event'],
  });
  for (const { attributes, route } of groups) t.deepEqual(attributes, { name: attributes.name, count: route.length });
});

/** The pattern that the index shows for a path of the reference's table. */
function hrefOf(path: string): string {
  const patterns: Record<string, string> = {
    '/': '',
    '/event/{uid}': '/event/{uid:39:\\d+}',
    '/datacard/{uid}': '/datacard/{uid:14:\\d+}',
    '/entity/{uid}': '/entity/{uid:\\d+:\\d+}',
  };
  const pattern = patterns[path];
  return `${server.url}${pattern ?? path}[/]`;
}

const listed = () =>
  groups.flatMap(({ route }) =>
    route.flatMap(({ attributes: { href }, methods }) =>
      methods.method.map(({ attributes, permissions }) => ({ href, attributes, permissions })),
    ),
  );

for (const row of rows) {
  test(`row ${row.number} of the reference, ${row.method} ${row.path}, is in the index`, (t) => {
    const found = listed().filter(
      ({ href, attributes }) => href === hrefOf(row.path) && attributes.type === row.method,
    );
    t.is(found.length, 1);
    t.deepEqual(found[0]?.attributes, {
      type: row.method,
      authentication: String(row.authentication),
      'rate-limited': String(row.rateLimited),
    });
    const names = found[0]?.permissions.permission?.map(({ attributes }) => attributes.name);
    t.deepEqual(names, row.permission === null ? undefined : [row.permission]);
  });
}

test('the index lists no other method', (t) => {
  t.is(listed().length, 19);
});

test('a permission is described as in the list of permissions', async (t) => {
  const { permission } = (await server.call('/api/permissions')).json.svcapi.permissions;
  const described = new Map(
    (permission as Parameter[]).map(({ attributes }) => [attributes.name, attributes.description]),
  );
  for (const { permissions } of listed()) {
    for (const { attributes } of permissions.permission ?? [])
      t.is(described.get(attributes.name), attributes.description);
  }
});

test('a route has the fields of the reference, section 2.4', (t) => {
  const datacard = groups.find(({ attributes }) => attributes.name === 'Datacard')?.route[0];
  const uses = 'Number of uses to assign; omit it with unlimited';
  const unlimited = '1 assigns unlimited uses; omit it with uses';
  const assignTo = 'UID of the production entity to assign the datacard to';
  const revokeFrom = 'UID of the production entity to revoke the datacard from';
  const parameter = (name: string, type: string, description: string) => ({ attributes: { name, type, description } });
  const write = {
    name: 'faction_datacards_write',
    description: 'Assign and revoke the datacards of the character’s factions.',
  };
  const read = {
    name: 'faction_datacards_read',
    description: 'Read the datacards of the character’s factions and where they are assigned.',
  };
  t.deepEqual(datacard, {
    attributes: { name: 'datacard', href: `${server.url}/datacard/{uid:14:\\d+}[/]` },
    description: 'A faction datacard and where it is assigned',
    parameters: {
      attributes: { count: 1 },
      parameter: [{ attributes: { name: 'uid', optional: 'false', description: 'The uid of the datacard' } }],
    },
    methods: {
      attributes: { count: 3 },
      method: [
        {
          attributes: { type: 'GET', authentication: 'true', 'rate-limited': 'true' },
          permissions: { attributes: { count: 1 }, permission: [{ attributes: read }] },
          parameters: { attributes: { count: 0 }, parameter: [] },
          query_string: { attributes: { count: 0 }, parameter: [] },
        },
        {
          attributes: { type: 'POST', authentication: 'true', 'rate-limited': 'true' },
          permissions: { attributes: { count: 1 }, permission: [{ attributes: write }] },
          parameters: {
            attributes: { count: 3 },
            parameter: [
              parameter('production_entity_uid', 'string', assignTo),
              parameter('uses', 'number', uses),
              parameter('unlimited', 'number', unlimited),
            ],
          },
          query_string: { attributes: { count: 0 }, parameter: [] },
        },
        {
          attributes: { type: 'DELETE', authentication: 'true', 'rate-limited': 'true' },
          permissions: { attributes: { count: 1 }, permission: [{ attributes: write }] },
          parameters: { attributes: { count: 0 }, parameter: [] },
          query_string: {
            attributes: { count: 1 },
            parameter: [parameter('production_entity_uid', 'string', revokeFrom)],
          },
        },
      ],
    },
  });
});

// Reference, section 4: the parameters of the other paths, with `?` behind the optional one.
const parameters: Record<string, { path?: string[]; body?: string[]; query?: string[] }> = {
  time: { body: ['cgt string', 'time number'] },
  character: { path: ['uid?'] },
  character_credits: { path: ['uid'] },
  character_creditlog: { path: ['uid'], query: ['start_index number', 'item_count number', 'start_id number'] },
  character_permissions: { path: ['uid'] },
  datacards: { path: ['uid'] },
  character_handlecheck: { path: ['handle'] },
  entity: { path: ['uid'] },
  events: { path: ['mode', 'type?'], query: ['start_index number', 'item_count number', 'start_time number'] },
  event: { path: ['uid'] },
  index: {},
  permissions: {},
  ratelimits: {},
  helloworld: {},
  helloauth: {},
};

for (const [name, { path = [], body = [], query = [] }] of Object.entries(parameters)) {
  test(`${name} lists its parameters`, (t) => {
    const route = groups.flatMap(({ route }) => route).find(({ attributes }) => attributes.name === name);
    const typed = ({ attributes: { name, type, description } }: Parameter) => {
      t.not(description, '');
      return `${name} ${type}`;
    };
    t.deepEqual(
      route?.parameters.parameter.map(({ attributes: { name, optional } }) =>
        optional === 'true' ? `${name}?` : name,
      ),
      path,
    );
    t.deepEqual(
      route?.methods.method.flatMap(({ parameters }) => parameters.parameter.map(typed)),
      body,
    );
    t.deepEqual(
      route?.methods.method.flatMap(({ query_string }) => query_string.parameter.map(typed)),
      query,
    );
    t.not(route?.description, '');
  });
}

test('the addresses of the index begin with the public URL, if there is one', async (t) => {
  const hosted = await startServer({ empty: true, publicUrl: 'https://galaxy.example' });
  t.teardown(() => hosted.close());
  const [api] = (await hosted.call('/')).json.svcapi.resources.routes;
  t.is(api.route[0].attributes.href, 'https://galaxy.example/ws/v2.0[/]');
});
