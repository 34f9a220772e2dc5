import test from 'ava';
import type { Permission } from '../../src/domain/permission.js';
import { ask } from '../helpers/ask.js';
import { tokenFor } from '../helpers/galaxy.js';
import { envelope } from '../helpers/payload.js';
import { plainCall } from '../helpers/plain.js';
import { inherited, limitedPaths } from '../helpers/reference.js';
import { withServer } from '../helpers/server.js';
import { sharedServer } from '../helpers/shared-server.js';

const server = sharedServer();
const at = (path: string) => plainCall(new URL(path, server.url).href);

test('helloworld greets anyone, and helloauth each client by its id', async (t) => {
  const world = await ask(server, 'GET /api/helloworld', '');
  t.is(world.status, 200);
  t.deepEqual(world.json, envelope('helloworld', '/ws/v2.0/api/helloworld', { message: 'Hello, world!' }));
  for (const client of ['console', 'other']) {
    const token = await tokenFor(server.store, '1:4', ['character_read'], { clientId: client });
    const { status, json } = await ask(server, 'GET /api/helloauth', token);
    t.is(status, 200);
    const svcapi = { message: 'Hello, authorised client!', client };
    t.deepEqual(json, envelope('helloauth', '/ws/v2.0/api/helloauth', svcapi));
  }
});

test('the permissions are listed in order, with their inheritance', async (t) => {
  const { json } = await server.call('/api/permissions');
  const basic =
    'Read basic information about the character.<br />Private profile: unique ID, handle and image.<br />' +
    'Public profile: also race, gender, last login, description and biography.';
  const descriptions: Record<Permission, string> = {
    character_auth: 'Read the name and the UID of the character, to verify who it is.',
    character_read: basic,
    character_stats: 'Read the health and experience (HP and XP) of the character.',
    character_credits: 'Read the credits and the credit log of the character.',
    character_events: 'Read the events of the character.',
    faction_datacards_read: 'Read the datacards of the character’s factions and where they are assigned.',
    faction_datacards_write: 'Assign and revoke the datacards of the character’s factions.',
  };
  const permission = Object.entries(descriptions).map(([name, description]) => ({
    attributes: { name, description, inherits: inherited[name as Permission] },
  }));
  const permissions = { attributes: { count: permission.length }, permission };
  t.deepEqual(json, envelope('permissions', '/ws/v2.0/api/permissions', { permissions }));
});

test('every rate-limited pattern is listed, used or not', withServer, async (t, server) => {
  await server.call('/event/39:1');
  await server.call('/event/39:2');
  const prefixed = ['/api/ratelimits', '/ratelimits', '/ratelimiting'].map((path) => `/ws/v2.0${path}`);
  for (const path of [...prefixed, '/ratelimiting']) {
    const { text, headers } = await plainCall(new URL(path, server.url).href);
    t.is(headers['cache-control'], 'no-store');
    const json = JSON.parse(text);
    json.svcapi.ratelimits.ratelimit.sort(byPattern);
    const window = { limit: 600, reset: 1_718_629_200, reset_time: 'Mon, 17 Jun 2024 13:00:00 +0000' };
    const ratelimit = limitedPaths.map((pattern) => ({
      attributes: { pattern, remaining: pattern === '/event/{uid}' ? 598 : 600, ...window },
    }));
    const ratelimits = { attributes: { version: '0.1', count: 9 }, ratelimit };
    t.deepEqual(json, envelope('ratelimits', path, { ratelimits }));
  }
});

type Listed = { attributes: { pattern: string } };
const byPattern = (a: Listed, b: Listed) => (a.attributes.pattern < b.attributes.pattern ? -1 : 1);

test('one path answers without the prefix, spelled like any other', async (t) => {
  for (const path of ['/RateLimiting/', '/ratelimiting.json', '/ws/v2.0/RATELIMITING/'])
    t.is((await at(path)).status, 200, path);
  for (const path of ['/ratelimits', '/api/ratelimits', '/api/time', '/character/1:1'])
    t.is((await at(path)).status, 404, path);
});
