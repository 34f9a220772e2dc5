import test from 'ava';
import { envelope } from '../helpers/payload.js';
import { withServer } from '../helpers/server.js';

test('the permissions are listed in order, with their inheritance', withServer, async (t, { call }) => {
  const { status, json } = await call('/api/permissions');
  t.is(status, 200);
  const basic =
    'Read basic information about the character.<br />Private profile: unique ID, handle and image.<br />' +
    'Public profile: also race, gender, last login, description and biography.';
  const rows: [string, string, string][] = [
    ['character_auth', 'Read the name and the UID of the character, to verify who it is.', ''],
    ['character_read', basic, ''],
    ['character_stats', 'Read the health and experience (HP and XP) of the character.', 'character_read'],
    ['character_credits', 'Read the credits and the credit log of the character.', ''],
    ['character_events', 'Read the events of the character.', ''],
    ['faction_datacards_read', 'Read the datacards of the character’s factions and where they are assigned.', ''],
    ['faction_datacards_write', 'Assign and revoke the datacards of the character’s factions.', ''],
  ];
  t.deepEqual(
    json,
    envelope('permissions', '/ws/v2.0/api/permissions', {
      permissions: {
        attributes: { count: 7 },
        permission: rows.map(([name, description, inherits]) => ({ attributes: { name, description, inherits } })),
      },
    }),
  );
});

const patterns = [
  '/character[/{uid}]',
  '/character/{uid}/creditlog',
  '/character/{uid}/permissions',
  '/datacard/{uid}',
  '/event/{uid}',
];

for (const path of ['/api/ratelimits', '/ratelimits']) {
  test(`${path} lists every rate-limited pattern, used or not`, withServer, async (t, { call }) => {
    await call('/event/39:1');
    await call('/event/39:2');
    const { status, json, headers } = await call(path, { headers: { Authorization: '' } });
    t.is(status, 200);
    t.is(headers.get('cache-control'), 'no-store');
    const attributes = { limit: 600, reset: 1_718_629_200, reset_time: 'Mon, 17 Jun 2024 13:00:00 +0000' };
    t.deepEqual(
      json,
      envelope('ratelimits', `/ws/v2.0${path}`, {
        ratelimits: {
          attributes: { count: 5 },
          ratelimit: patterns.map((pattern) => ({
            attributes: { pattern, remaining: pattern === '/event/{uid}' ? 598 : 600, ...attributes },
          })),
        },
      }),
    );
  });
}
