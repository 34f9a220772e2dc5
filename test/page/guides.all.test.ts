import { execFile, spawn } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import test, { type ExecutionContext } from 'ava';
import { temporaryFolder } from '../helpers/folder.js';
import { NOW } from '../helpers/galaxy.js';
import { type Server, withServer } from '../helpers/server.js';
import { freePort } from '../helpers/servers/free-port.js';
import { addEvents } from '../helpers/stream.js';
import { until } from '../helpers/until.js';
import { signedIn } from '../helpers/visitor.js';
import { allow } from '../server/oauth/flow.js';

/** The client as the package has it. */
const CLIENT = pathToFileURL(join(import.meta.dirname, '../../svcapi-client/index.js')).href;

const textOf = (markup: string) => {
  const entities = { '&quot;': '"', '&#39;': "'", '&lt;': '<', '&gt;': '>', '&amp;': '&' };
  return markup.replace(/<[^>]*>|&\S+?;/g, (found) => entities[found as keyof typeof entities] ?? '');
};

/** Returns the code of a guide on the page of a server, and the number of its words, without those of its code. */
async function readGuide({ url }: Server, id: string) {
  const page = await (await fetch(`${url}/documentation`)).text();
  const guides: readonly string[] = page.match(/<section class="guide".*?<\/section>/gs) ?? [];
  const guide = guides.find((each) => each.includes(`id="${id}"`)) ?? '';
  const samples = [...guide.matchAll(/<pre data-runs="\w+"><code>(.*?)<\/code>/gs)].map(([, code = '']) =>
    // Without a public URL, the page names the usual address until its script has replaced it.
    textOf(code).replaceAll('http://127.0.0.1:8080', new URL(url).origin),
  );
  const words = textOf(guide.replace(/<pre.*?<\/pre>/gs, '').replaceAll('<', ' <')).match(/\S+/g);
  return { samples, words: words?.length ?? 0 };
}

const inShell = async (code = '', env: Record<string, string> = {}) => {
  const options = { cwd: temporaryFolder(), env: { PATH: process.env.PATH, ...env } };
  return (await promisify(execFile)('sh', ['-c', code], options)).stdout;
};

/** Starts a program that continues, and returns what it has printed so far. */
function start(t: ExecutionContext, command: string, options: readonly string[], own: object): () => string {
  const env = { PATH: process.env.PATH, ...own };
  const child = spawn(command, options, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  let printed = '';
  child.stdout.on('data', (chunk) => {
    printed += chunk;
  });
  t.teardown(() => child.kill('SIGKILL'));
  return () => printed;
}

const inNode = (code: string) => [process.execPath, ['--input-type=module', '--eval', code]] as const;

test('each guide has fewer than 250 words, and its calls print what it says', withServer, async (t, server) => {
  const calls: Record<string, RegExp[]> = {
    ...{ 'guide-token': [], 'guide-follow': [], 'guide-errors': [/"error":"token_missing"/, /401\n$/] },
    'guide-limits': [/x-ratelimit-remaining: 599/i, /304\n$/],
  };
  for (const [id, expected] of Object.entries(calls)) {
    const { words, samples } = await readGuide(server, id);
    t.true(words > 80 && words < 250, `${id}: ${words} words`);
    t.true(samples.length > 0, id);
    const printed = expected.length > 0 ? await inShell(samples[0]) : '';
    for (const each of expected) t.regex(printed, each, id);
  }
});

test('the guide signs a player in by a program with a code and PKCE, and a device', withServer, async (t, server) => {
  const { visitor } = await signedIn(server, { name: 'Hana' });
  const native = { redirect_uris: '["http://127.0.0.1/"]', application_type: 'native', is_public: 1 } as const;
  await server.store.clients.create({ id: 'app', name: 'The App', ...native }, NOW);
  const { samples } = await readGuide(server, 'guide-token');
  const port = String(await freePort());
  const printed = start(t, ...inNode((samples[0] ?? '').replaceAll('8400', port)), { CLIENT_ID: 'app' });
  await until(() => printed().includes('\n'), { what: 'the program has printed an address' });
  const [, address = ''] = /^Open (\S+)$/m.exec(printed()) ?? [];
  const back = await allow(visitor, address);
  t.is(await (await fetch(back)).text(), 'Return to the program.');
  await until(() => /\}\s*$/.test(printed()), { what: 'the program has a token' });
  const [, token = ''] = /access_token: '(\S+)'/.exec(printed()) ?? [];
  t.is((await server.call('/character', { headers: { Authorization: `Bearer ${token}` } })).status, 200);

  const [ask, poll] = (samples[1] ?? '').split('\n\n');
  const asked = JSON.parse(await inShell(ask, { CLIENT_ID: 'app' }));
  await visitor.visit('/account/device');
  await visitor.send({ user_code: asked.user_code });
  await visitor.send({ decision: 'allow' });
  const answer = JSON.parse(await inShell(poll, { CLIENT_ID: 'app', DEVICE_CODE: asked.device_code }));
  t.is(answer.scope, 'character_read');
});

test('curl and the client follow events as the guide says', withServer, async (t, server) => {
  const { samples } = await readGuide(server, 'guide-follow');
  const [curl = '', code = ''] = samples;
  const env = { TOKEN: server.token };
  const printed = [
    start(t, 'sh', ['-c', `exec ${curl}`], env),
    start(t, ...inNode(code.replace('"svcapi-client"', JSON.stringify(CLIENT))), env),
  ];
  const isOpen = () => server.log.filter((line) => line.includes('/events/')).length >= 2;
  await until(isOpen, { what: 'the streams are open' });
  await addEvents(server.store, [10], { text: 'It came.' });
  await until(() => printed.every((text) => text().includes('It came.')), { what: 'the event has come' });
  t.pass();
});
