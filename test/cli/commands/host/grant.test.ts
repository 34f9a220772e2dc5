import test, { type ExecutionContext } from 'ava';
import { withGalaxy } from '../../../helpers/cli/run.js';
import { NOW } from '../../../helpers/galaxy.js';
import { accountFor } from '../../../helpers/visitor.js';

/** Two players with grants to two programs, and a grant of the host; returns the tokens by what they are of. */
async function withGrants(t: ExecutionContext) {
  const galaxy = await withGalaxy(t);
  const tokens = await galaxy.look((store) =>
    store.transaction(async (within) => {
      const hana = await accountFor(within, 'Hana');
      const bram = await accountFor(within, 'Bram', ['1:2']);
      const made: Record<string, string> = {};
      for (const [name, client_id, character_uid, account, at] of [
        ['hana console', 'console', '1:1', hana, 1],
        ['hana console again', 'console', '1:1', hana, 2],
        ['hana other', 'other', '1:1', hana, 3],
        ['bram console', 'console', '1:2', bram, 4],
        ['host', 'console', '1:3', undefined, 5],
      ] as const) {
        const grant = { client_id, character_uid, permissions: ['character_read' as const], expires_at: NOW + 3600 };
        made[name] = (await within.tokens.create(grant, NOW + at, account)).token;
      }
      return made;
    }),
  );
  const working = () =>
    galaxy.look(async (store) => {
      const holders = await Promise.all(Object.values(tokens).map((token) => store.tokens.principal(token, NOW)));
      return Object.keys(tokens).filter((_, at) => holders[at] !== undefined);
    });
  const list = async (...argv: string[]) => {
    const { stdout } = await galaxy.run(['grant', 'list', '--json', ...argv]);
    return JSON.parse(stdout) as Record<string, string | null>[];
  };
  return { ...galaxy, working, list };
}

test('grant list shows who has allowed what', async (t) => {
  const { run, list } = await withGrants(t);
  t.deepEqual(
    (await list()).map(({ account, client, uid, state }) => `${account} ${client} ${uid} ${state}`),
    [
      'null console 1:3 active',
      'Bram console 1:2 active',
      'Hana other 1:1 active',
      'Hana console 1:1 active',
      'Hana console 1:1 active',
    ],
  );
  const [grant] = await list('--account', 'bram', '--client', 'console');
  t.is(
    (await run(['grant', 'list', '--account', 'bram'])).stdout,
    `${grant?.grant}\tactive\tBram\tconsole\t1:2\tBram Oster\tcharacter_read\t2024-06-17T12:00:04Z\t\t2024-06-17T13:00:00Z\n`,
  );
  t.is((await list('--client', 'console')).length, 4);
  await run(['account', 'disable', 'Hana']);
  t.deepEqual(
    (await list('--account', 'Hana')).map(({ state }) => state),
    ['disabled', 'disabled', 'disabled'],
    'enabling the account brings them back, so they can be ended before',
  );
  t.deepEqual(await run(['grant', 'list', '--client', 'console', '--account', 'Bram'], { now: NOW + 3600 }), {
    ...{ code: 0, stdout: '', stderr: '' },
  });
});

test('grant end ends one player’s access of one program', async (t) => {
  const { run, working } = await withGrants(t);
  const line = 'Ended the access of “console” to Hana Veil (1:1), which “Hana” has allowed.\n';
  t.deepEqual(await run(['grant', 'end', '--account', 'Hana', '--client', 'console']), {
    ...{ code: 0, stdout: '' },
    stderr: line + line,
  });
  t.deepEqual(await working(), ['hana other', 'bram console', 'host']);
  t.deepEqual(await run(['grant', 'end', '--account', 'Hana', '--client', 'console']), {
    ...{ code: 6, stdout: '' },
    stderr: 'svcapi: there is no such grant; see svcapi grant list\n',
  });
});

test('grant end ends grants by their ids, all or none', async (t) => {
  const { run, list, working } = await withGrants(t);
  const [ofHost, ofBram] = (await list()).map(({ grant }) => String(grant));
  t.deepEqual(await run(['grant', 'end', ofHost ?? '', 'nothing']), {
    ...{ code: 6, stdout: '' },
    stderr: 'svcapi: there is no valid grant “nothing”; see svcapi grant list\n',
  });
  t.is((await working()).length, 5);
  t.is(
    (await run(['grant', 'end', ofHost ?? '', ofBram ?? ''])).stderr,
    'Ended the access of “console” to Cleo Ray (1:3), which the host has allowed.\n' +
      'Ended the access of “console” to Bram Oster (1:2), which “Bram” has allowed.\n',
  );
  t.deepEqual(await working(), ['hana console', 'hana console again', 'hana other']);
});
