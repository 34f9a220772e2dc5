import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import test from 'ava';
import { examples } from '../../../src/openapi/examples.js';
import { openApiText } from '../../../src/openapi/open-api.js';
import { run } from '../../helpers/cli/run.js';
import type { Document } from '../../helpers/document/document.js';

const committed = fileURLToPath(new URL('../../../../docs/openapi.json', import.meta.url));

test('the output is the committed file', async (t) => {
  const { code, stdout, stderr } = await run(['openapi']);
  t.is(code, 0);
  t.is(stderr, '');
  t.is(stdout, await readFile(committed, 'utf8'));
});

test('the output on a terminal is the same', async (t) => {
  const { stdout } = await run(['openapi'], { terminal: 80 });
  t.is(stdout, await readFile(committed, 'utf8'));
});

for (const [title, argv, env] of [
  ['by flag', ['openapi', '--url', 'https://galaxy.example.org'], {}],
  ['by variable', ['openapi'], { SVCAPI_URL: 'https://galaxy.example.org/' }],
] as const) {
  test(`the address of the service is given ${title}`, async (t) => {
    const { stdout } = await run(argv, { env });
    t.deepEqual((JSON.parse(stdout) as Document).servers, [{ url: 'https://galaxy.example.org/ws/v2.0' }]);
    const settings = { url: 'https://galaxy.example.org', rateLimit: 600, rateWindow: 3600, contact: undefined };
    t.is(stdout, openApiText(settings, examples), 'the same as generated for this address');
  });
}

test('the description has the rate limits of the settings', async (t) => {
  const { stdout } = await run(['openapi'], { env: { SVCAPI_RATE_LIMIT: '7', SVCAPI_RATE_WINDOW: '2h' } });
  const { paths } = JSON.parse(stdout) as Document;
  t.deepEqual(paths['/character']?.get?.['x-rate-limit'], { pattern: '/character[/{uid}]', limit: 7, window: 7200 });
});

test('the description has the contact of the settings', async (t) => {
  const { stdout } = await run(['openapi'], { env: { SVCAPI_CONTACT: 'host@galaxy.example' } });
  const { info } = JSON.parse(stdout) as Document;
  t.deepEqual(info.contact, { name: 'The host of this service', email: 'host@galaxy.example' });
});

test('an invalid address is a usage error', async (t) => {
  const { code, stdout, stderr } = await run(['openapi', '--url', 'galaxy']);
  t.is(code, 2);
  t.is(stdout, '');
  t.regex(stderr, /--url is “galaxy”/);
});
