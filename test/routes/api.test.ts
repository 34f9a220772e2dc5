import test from 'ava';
import type { Permission } from '../../src/domain/permission.js';
import { envelope } from '../helpers/payload.js';
import { plainCall } from '../helpers/plain.js';
import { inherited } from '../helpers/reference.js';
import { withServer } from '../helpers/server.js';

test('the permissions are listed in order, with their inheritance', withServer, async (t, { call }) => {
  const { status, json } = await call('/api/permissions');
  t.is(status, 200);
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
  const rows = Object.entries(descriptions);
  t.deepEqual(
    json,
    envelope('permissions', '/ws/v2.0/api/permissions', {
      permissions: {
        attributes: { count: rows.length },
        permission: rows.map(([name, description]) => ({
          attributes: { name, description, inherits: inherited[name as Permission] },
        })),
      },
    }),
  );
});

const patterns = [
  '/character[/{uid}]',
  '/character/handlecheck/{handle}',
  '/character/{uid}/credits',
  '/character/{uid}/creditlog',
  '/character/{uid}/permissions',
  '/datacard/{uid}',
  '/entity/{uid}',
  '/events/{mode}[/{type}]',
  '/event/{uid}',
];

const overview = ['/api/ratelimits', '/ratelimits', '/ratelimiting'].map((path) => `/ws/v2.0${path}`);

for (const path of [...overview, '/ratelimiting']) {
  test(`${path} lists every rate-limited pattern, used or not`, withServer, async (t, { call, url }) => {
    await call('/event/39:1');
    await call('/event/39:2');
    const { status, text, headers } = await plainCall(new URL(path, url).href);
    const json = JSON.parse(text);
    t.is(status, 200);
    t.is(headers['cache-control'], 'no-store');
    const attributes = { limit: 600, reset: 1_718_629_200, reset_time: 'Mon, 17 Jun 2024 13:00:00 +0000' };
    t.deepEqual(
      json,
      envelope('ratelimits', path, {
        ratelimits: {
          attributes: { version: '0.1', count: 9 },
          ratelimit: patterns.map((pattern) => ({
            attributes: { pattern, remaining: pattern === '/event/{uid}' ? 598 : 600, ...attributes },
          })),
        },
      }),
    );
  });
}

for (const path of ['/RateLimiting/', '/ratelimiting.json', '/ws/v2.0/RATELIMITING/']) {
  test(`${path} is spelled like any other path`, withServer, async (t, { url }) => {
    t.is((await plainCall(new URL(path, url).href)).status, 200);
  });
}

test('no other path answers without the prefix', withServer, async (t, { url }) => {
  for (const path of ['/ratelimits', '/api/ratelimits', '/api/time', '/character/1:1']) {
    t.is((await plainCall(new URL(path, url).href)).status, 404);
  }
});
