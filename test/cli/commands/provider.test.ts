import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { run } from '../../helpers/cli/run.js';
import { serve } from '../../helpers/cli/serving.js';
import { temporaryFolder } from '../../helpers/folder.js';
import { honestProvider } from '../../helpers/servers/honest-provider.js';
import { Visitor } from '../../helpers/visitor.js';
import { goThrough } from '../../server/accounts/at-provider.js';

/** The settings of the provider that players sign in by, at `svcapi serve`. */

const folder = temporaryFolder();

function fileOf(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

const issuer = ['--oidc-issuer', 'https://login.example'];
const client = [...issuer, '--oidc-client-id', 'galaxy'];

for (const [title, argv, message] of [
  ['an issuer without a client', issuer, /needs a client; give --oidc-client-id and --oidc-client-secret-file$/],
  ['a client without a secret', client, /needs a client; give --oidc-client-id and --oidc-client-secret-file$/],
  ['a secret alone', ['--oidc-client-secret-file', folder], /need the provider; give --oidc-issuer$/],
  ['accounts alone', ['--oidc-create'], /need the provider; give --oidc-issuer$/],
  ['a folder', [...client, '--oidc-client-secret-file', folder], /it is a folder; give a file with only the secret$/],
  ['an empty file', [...client, '--oidc-client-secret-file', fileOf('empty', '\n')], /holds no secret; give a file/],
  [
    'two lines',
    [...client, '--oidc-client-secret-file', fileOf('two', 'hush\nhush\n')],
    /holds no secret; give a file/,
  ],
  ['an issuer that others can read', ['--oidc-issuer', 'http://login.example'], /give an https address such as/],
  ['an issuer with a query', ['--oidc-issuer', 'https://login.example/?a=b'], /give an https address such as/],
  ['a name of two lines', [...client, '--oidc-name', 'a\nb'], /give a name of 1 to 40 characters/],
] as const) {
  test(`svcapi serve does not start with ${title}`, async (t) => {
    const { code, stdout, stderr } = await run(['serve', '--database', ':memory:', '--port', '0', ...argv]);
    t.is(code, 2, stderr);
    t.regex(stderr.trimEnd(), message);
    t.is(stderr.trimEnd().split('\n').length, 1);
    t.is(stdout, '');
    t.false(stderr.includes('hush'));
  });
}

test('svcapi serve signs players in by the provider of its settings', async (t) => {
  const { options } = await honestProvider(t);
  const { url } = await serve(t, [
    ...['--database', ':memory:', '--oidc-issuer', options.issuer, '--oidc-client-id', options.clientId],
    ...['--oidc-client-secret-file', fileOf('secret', `${options.clientSecret}\n`), '--oidc-create'],
  ]);
  const visitor = new Visitor(`${url}/ws/v2.0`);
  await visitor.visit('/account/sign-in');
  t.regex(visitor.html, /Sign in with 127\.0\.0\.1/);
  t.regex((await goThrough(visitor)).html, /<h1>Choose a name<\/h1>/);
  t.is((await visitor.submit({ name: 'Cleo' })).status, 200);
});
