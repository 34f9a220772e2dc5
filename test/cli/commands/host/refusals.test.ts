import test from 'ava';
import { refuses, withGalaxy } from '../../../helpers/cli/run.js';
import { NOW } from '../../../helpers/galaxy.js';
import { accountFor } from '../../../helpers/visitor.js';

const ELEVEN = Array.from({ length: 11 }, (_, at) => ['--redirect-uri', `https://tools.example/${at}`]).flat();

const CREATE = 'token create --client new --character 1:1 --permission character_read'.split(' ');

/** What the commands that change a database refuse: their arguments, the exit code and the message. */
const refused: [argv: string | string[], code: number, message: RegExp][] = [
  ['account invite Taken --character 1:1', 1, /the account “Taken” exists already; .*svcapi account reset/],
  ['account invite New --character 1:99', 6, /there is no character “1:99”; give the UID or the name of one/],
  ['account invite 1:1 --character 1:1', 2, /not a UID/],
  [['account', 'invite', '', '--character', '1:1'], 2, /one line of 1 to 100 characters/],
  ['account invite New', 2, /--character/],
  ['client change app', 2, /there is nothing to change; give --pkce or --no-pkce/],
  ['client change nothing --pkce', 6, /there is no valid client “nothing”; see svcapi client list/],
  ['client change app --no-pkce', 1, /the client “app” has no secret, so that it needs PKCE/],
  ['client secret app', 1, /the client “app” is public and has no secret; create another client for one/],
  ['client secret console', 1, /“console” gets its tokens from svcapi token create and has no secret/],
  ['client secret nothing', 6, /there is no valid client “nothing”; see svcapi client list/],
  ['client secret gone', 6, /there is no valid client “gone”/],
  ['client create new', 2, /give --redirect-uri, or --public or --resource-server/],
  ['client create new --public --resource-server', 2, /--resource-server and --no-pkce need a secret/],
  ['client create new --public --no-pkce', 2, /--resource-server and --no-pkce need a secret; leave --public out/],
  ['client create console --public', 1, /the client “console” exists already; choose another id/],
  ['client create svcapi-cli', 2, /the id “svcapi-cli” is reserved; choose another id/],
  [
    ['client', 'create', ' new'],
    2,
    /the id of a client must be one line of 1 to 100 characters, .* without spaces around it/,
  ],
  [['client', 'create', 'new', '--name', 'a\tb'], 2, /--name must be one line/],
  [
    'client create new --redirect-uri https://fine.example/ --redirect-uri http://tools.example/',
    2,
    /--redirect-uri “http:\/\/tools\.example\/” is neither https, nor http on 127\.0\.0\.1, nor a scheme/,
  ],
  [['client', 'create', 'new', ...ELEVEN], 2, /give --redirect-uri at most 10 times/],
  ['grant end', 2, /missing required argument 'grant'/],
  [[...CREATE, '--character', '1:99'], 6, /^svcapi: there is no character “1:99”; give the UID or the name of one\n$/],
  [
    [...CREATE, '--permission', 'charcter_read'],
    2,
    /^svcapi: there is no permission “charcter_read”; did you mean “character_read”\?\n$/,
  ],
  [[...CREATE, '--permission', 'toString'], 2, /^svcapi: there is no permission “toString”/],
  [
    [...CREATE, '--permission', 'everything'],
    2,
    /^svcapi: there is no permission “everything”; there are character_auth, /,
  ],
  [[...CREATE, '--days', '0'], 2, /^svcapi: --days is “0”; give a whole number from 1 to 3650\n$/],
  ['token create --character 1:1 --permission character_read', 2, /required option '--client <client>' not specified/],
  ['token create --client a --permission character_read', 2, /required option '--character <uid\|name>' not/],
  ['token create --client a --character 1:1', 2, /required option '--permission <permission>' not specified/],
  [[...CREATE, '--client', 'gone'], 1, /^svcapi: the client “gone” was revoked; choose another id for a new one\n$/],
  [[...CREATE, '--client', ''], 2, /^svcapi: --client must be one line/],
  ['blacklist remove 192.0.2', 2, /^svcapi: “192\.0\.2” is not an address; give one such as 192\.0\.2\.7/],
  ['blacklist remove 192.0.2.7', 6, /there is no valid address “192\.0\.2\.7”; see svcapi blacklist list/],
  ['prune', 2, /nothing is named; give --events-older-than, --transactions-older-than or --audit-older-than/],
  ['prune --events-older-than 23h', 2, /--events-older-than is “23h”; give seconds, .* from 24h to 36500d/],
  ['prune --audit-older-than 2020-01-01', 2, /--audit-older-than is “2020-01-01”; give/],
];

test('what a command refuses is named, and changes nothing', async (t) => {
  const { run, look } = await withGalaxy(t);
  await look(async (store) => {
    await store.accounts.create('Taken', [], NOW);
    const account = await accountFor(store, 'Hana');
    await store.clients.create({ id: 'app', name: 'App', is_public: 1 }, NOW);
    await store.clients.create({ id: 'gone', name: 'Gone', secret_hash: 'c'.repeat(64) }, NOW);
    await store.clients.revoke('gone', NOW);
    const grant = { client_id: 'console', character_uid: '1:1', permissions: [], expires_at: NOW + 3600 };
    await store.tokens.create(grant, NOW, account);
  });
  const before = await run(['export']);
  for (const [given, code, message] of refused) {
    const argv = typeof given === 'string' ? given.split(' ') : given;
    await refuses(t, run(argv), code, message, argv.join(' '));
  }
  t.deepEqual(await run(['export']), before);
});
