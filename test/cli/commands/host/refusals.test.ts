import test from 'ava';
import { withGalaxy } from '../../../helpers/cli/run.js';
import { NOW } from '../../../helpers/galaxy.js';
import { accountFor } from '../../../helpers/visitor.js';

const ELEVEN = Array.from({ length: 11 }, (_, at) => ['--redirect-uri', `https://tools.example/${at}`]).flat();

const CREATE = 'token create --client new --character 1:1 --permission character_read'.split(' ');

/** What the commands that change a database refuse: their arguments, the exit code and the message. */
const refused: [argv: string | string[], code: number, message: RegExp][] = [
  ['account invite Taken --character 1:1', 1, /the account “Taken” exists already; .*svcapi account reset 'Taken'/],
  ['account invite New --character 1:99', 6, /there is no character “1:99”; give the UID or the name of one/],
  ['account invite 1:1 --character 1:1', 2, /not a UID/],
  [['account', 'invite', '', '--character', '1:1'], 2, /one line of 1 to 100 characters/],
  ['account invite New', 2, /--character/],
  ['client change app', 2, /there is nothing to change; give --resource-server, --pkce, or one of them with --no-/],
  ['client change nothing --pkce', 6, /there is no valid client “nothing”; see svcapi client list/],
  ['client change app --no-pkce', 1, /the client “app” has no secret, which it needs in place of PKCE/],
  [
    'client change console --resource-server',
    1,
    /the client “console” has no secret, which it needs to ask about tokens/,
  ],
  ['client create new --public --resource-server', 2, /--resource-server needs a secret; leave --public out/],
  ['client create new --public --no-pkce', 2, /--no-pkce is for a client with a secret and a --redirect-uri/],
  ['client create new --no-pkce', 2, /--no-pkce is for a client with a secret and a --redirect-uri/],
  ['client create console --name Other', 1, /the client “console” exists already; choose another id/],
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
  ['client create new --owner nobody', 6, /there is no account “nobody”; see svcapi account list/],
  ['grant end', 2, /give the ids of grants, or --account, --client or both/],
  ['grant end x --client console', 2, /give the ids of grants, or --account, --client or both/],
  ['grant end --account Nobody', 6, /there is no account “Nobody”; see svcapi account list/],
  ['grant list --client nothing', 6, /there is no client “nothing”; see svcapi client list/],
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
  [[...CREATE, '--client', ''], 2, /^svcapi: --client must be one line/],
  [[...CREATE, '--json', 'secret'], 2, /^svcapi: there is no field “secret”/],
  [
    'blacklist add 192.0.2',
    2,
    /^svcapi: “192\.0\.2” is not an address; give one such as 192\.0\.2\.7 or 2001:db8::7\n$/,
  ],
  [
    'blacklist add 192.0.2.7 --for 0',
    2,
    /^svcapi: --for is “0”; give seconds, or a number with s, m, h or d such as 90s or 24h, from 1s to 3650d\n$/,
  ],
  ['blacklist add 192.0.2.7 --reason ', 2, /^svcapi: --reason must be plain text of up to 500 characters\n$/],
  ['blacklist add', 2, /^svcapi: missing required argument 'address'; see svcapi blacklist add --help\n$/],
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
    const grant = { client_id: 'console', character_uid: '1:1', permissions: [], expires_at: NOW + 3600 };
    await store.tokens.create(grant, NOW, account);
  });
  const before = await run(['export']);
  for (const [given, code, message] of refused) {
    const argv = typeof given === 'string' ? given.split(' ') : given;
    const ran = await run(argv);
    t.is(ran.code, code, argv.join(' '));
    t.regex(ran.stderr, message, argv.join(' '));
    t.is(ran.stdout, '', argv.join(' '));
  }
  t.deepEqual(await run(['export']), before);
});
