import test from 'ava';
import { tokenHash } from '../../../src/store/token.js';
import { withServer } from '../../helpers/server.js';
import { until } from '../../helpers/until.js';
import { Visitor } from '../../helpers/visitor.js';
import { authorizeAddress, people, post, WEB } from './flow.js';

const tool = { client_id: 'tool', redirect_uri: WEB };

test(
  'of more begun authorizations than are kept, the oldest goes',
  withServer,
  async (t, server) => {
    await people(server);
    const begin = async () => {
      const visitor = new Visitor(server.url);
      const { location = '' } = await visitor.open(authorizeAddress(server, tool));
      server.time.now += 1000;
      return tokenHash(location.split('/').at(-1) ?? '');
    };
    const [first = '', ...others] = [await begin(), await begin(), await begin(), await begin()];
    const now = Math.floor(server.time.now / 1000);
    t.is(await server.store.interactions.find(first, now), undefined);
    for (const other of others) t.truthy(await server.store.interactions.find(other, now));
  },
  { maxPending: 3 },
);

test(
  'of more codes of devices than are kept, the oldest goes',
  withServer,
  async (t, server) => {
    const ask = async () => {
      const { json } = await post(server, '/device', { client_id: 'svcapi-cli', scope: 'character_read' });
      server.time.now += 1000;
      return tokenHash(json.device_code);
    };
    const [first = '', ...others] = [await ask(), await ask(), await ask(), await ask()];
    t.is(await server.store.codes.find(first), undefined);
    for (const other of others) t.truthy(await server.store.codes.find(other));
  },
  { maxPending: 3 },
);

test(
  'authorizations that nobody answers are removed while the service runs',
  withServer,
  async (t, server) => {
    await people(server);
    const { location = '' } = await new Visitor(server.url).open(authorizeAddress(server, tool));
    const hash = tokenHash(location.split('/').at(-1) ?? '');
    const begun = Math.floor(server.time.now / 1000);
    t.truthy(await server.store.interactions.find(hash, begun));
    server.time.now += 16 * 60 * 1000;
    const isRemoved = async () => (await server.store.interactions.find(hash, begun)) === undefined;
    await until(isRemoved, { what: 'the authorization is removed' });
    t.pass();
  },
  { pruneEvery: 20 },
);
