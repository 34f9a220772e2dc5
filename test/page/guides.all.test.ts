import { execFile, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import test, { type ExecutionContext } from 'ava';
import { NOW } from '../helpers/galaxy.js';
import { type Server, withServer } from '../helpers/server.js';
import { freePort } from '../helpers/servers/free-port.js';
import { addEvents } from '../helpers/stream.js';
import { until } from '../helpers/until.js';
import { accountFor, Visitor } from '../helpers/visitor.js';
import { allow } from '../server/oauth/flow.js';

const run = promisify(execFile);

/** The client as the package has it. */
const CLIENT = pathToFileURL(join(import.meta.dirname, '../../svcapi-client/index.js')).href;

/** Returns the code of a guide on the page of a server, and its words, without those of its code. */
async function readGuide({ url }: Server, id: string) {
  const page = await (await fetch(`${url}/documentation`)).text();
  const guides: readonly string[] = page.match(/<section class="guide".*?<\/section>/gs) ?? [];
  const guide = guides.find((each) => each.includes(`id="${id}"`)) ?? '';
  const samples = [...guide.matchAll(/<pre data-runs="\w+"><code>(.*?)<\/code>/gs)].map(([, code = '']) =>
    // Without a public URL, the page names the usual address until its script has replaced it.
    textOf(code).replaceAll('http://127.0.0.1:8080', new URL(url).origin),
  );
  const words = textOf(guide.replace(/<pre.*?<\/pre>/gs, '').replaceAll('<', ' <'))
    .trim()
    .split(/\s+/);
  return { samples, words };
}

function textOf(markup: string): string {
  const named = markup
    .replace(/<[^>]*>/g, '')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'");
  return named.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}

/** Registers a program, and returns a browser whose player can allow it. */
async function program({ store, url }: Server): Promise<Visitor> {
  await accountFor(store, 'Hana');
  const native = { redirect_uris: '["http://127.0.0.1/"]', application_type: 'native', is_public: 1 } as const;
  await store.clients.create({ id: 'app', name: 'The App', ...native }, NOW);
  const visitor = new Visitor(url);
  await visitor.signIn('Hana');
  return visitor;
}

const inShell = async (t: ExecutionContext, code: string, env: Record<string, string> = {}) => {
  const cwd = await mkdtemp(join(tmpdir(), 'svcapi-guide-'));
  t.teardown(() => rm(cwd, { recursive: true }));
  return (await run('sh', ['-c', code], { cwd, env: { PATH: process.env.PATH, ...env } })).stdout;
};

/** Starts a program that goes on, and returns what it has printed so far. */
function start(
  t: ExecutionContext,
  command: string,
  options: readonly string[],
  env: Record<string, string>,
): () => string {
  const child = spawn(command, options, {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  child.stdout.on('data', (chunk) => {
    printed += chunk;
  });
  t.teardown(() => child.kill('SIGKILL'));
  return () => printed;
}

const inNode = (code: string) => [process.execPath, ['--input-type=module', '--eval', code]] as const;

test('each guide has fewer than 250 words, and code', withServer, async (t, server) => {
  for (const id of ['guide-token', 'guide-errors', 'guide-limits', 'guide-follow']) {
    const { words, samples } = await readGuide(server, id);
    t.true(words.length > 80 && words.length < 250, `${id}: ${words.length} words`);
    t.true(samples.length > 0, id);
  }
});

test('the program of the guide signs a player in, with a code and PKCE', withServer, async (t, server) => {
  const visitor = await program(server);
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
});

test('the calls of the guide sign a device in', withServer, async (t, server) => {
  const visitor = await program(server);
  const { samples } = await readGuide(server, 'guide-token');
  const [ask = '', poll = ''] = (samples[1] ?? '').split('\n\n');
  const asked = JSON.parse(await inShell(t, ask, { CLIENT_ID: 'app' }));
  await visitor.visit('/account/device');
  await visitor.send({ user_code: asked.user_code });
  await visitor.send({ decision: 'allow' });
  const answer = JSON.parse(await inShell(t, poll, { CLIENT_ID: 'app', DEVICE_CODE: asked.device_code }));
  t.is(answer.scope, 'character_read');
});

test('the call of the guide to errors is refused as the guide shows it', withServer, async (t, server) => {
  const { samples } = await readGuide(server, 'guide-errors');
  const printed = await inShell(t, samples[0] ?? '');
  t.regex(printed, /"error":"token_missing"/);
  t.regex(printed, /401\n$/);
});

test('the calls of the guide to limits show the header fields, and get a 304', withServer, async (t, server) => {
  const { samples } = await readGuide(server, 'guide-limits');
  const printed = await inShell(t, samples[0] ?? '');
  t.regex(printed, /x-ratelimit-remaining: 599/i);
  t.regex(printed, /304\n$/);
});

for (const [index, name] of ['curl', 'the client'].entries()) {
  test(`${name} follows events as the guide says`, withServer, async (t, server) => {
    const { samples } = await readGuide(server, 'guide-follow');
    const code = (samples[index] ?? '').replace('"svcapi-client"', JSON.stringify(CLIENT));
    const [command, options] = index === 0 ? (['sh', ['-c', `exec ${code}`]] as const) : inNode(code);
    const printed = start(t, command, options, { TOKEN: server.token });
    await until(() => server.log.some((line) => line.includes('/events/')), { what: 'the stream is open' });
    await addEvents(server.store, [10], { text: 'It came.' });
    await until(() => printed().includes('It came.'), { what: 'the event has come' });
    t.pass();
  });
}
