import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import test, { type ExecutionContext } from 'ava';
import type { Page } from 'playwright-core';
import { strangeServer } from '../helpers/cli/strange-server.js';
import { type Server, type ServerSetup, startServer } from '../helpers/server.js';
import { addEvents } from '../helpers/stream.js';
import { launchBrowser } from '../page/browser.js';
import { CHROMIUM } from '../page/chromium.js';

/** The package of the client in a page of another origin than that of the service. */

const script = readFileSync(fileURLToPath(new URL('../../svcapi-client/index.js', import.meta.url)));

const inChromium = existsSync(CHROMIUM) ? test.serial : test.serial.skip;

interface Visit {
  page: Page;
  server: Server;
  /** Runs the body of an async function in the page, which has `Client`, `baseUrl` and `token`. */
  run<T>(code: string): Promise<T>;
}

async function visit(t: ExecutionContext, setup: ServerSetup = {}): Promise<Visit> {
  const server = await startServer(setup);
  t.teardown(() => server.close());
  const { url } = await strangeServer(t, (response, request) => {
    const isScript = request.url?.endsWith('.js') === true;
    response
      .setHeader('Content-Type', isScript ? 'text/javascript' : 'text/html')
      .end(isScript ? script : '<title>a page');
  });
  const context = await (await launchBrowser()).newContext();
  t.teardown(() => context.close());
  const page = await context.newPage();
  await page.goto(url);
  const given = { baseUrl: new URL(server.url).origin, token: server.token };
  const run = <T>(code: string): Promise<T> =>
    page.evaluate(`(async ({ baseUrl, token }) => {
      const { Client, Unreachable } = await import('/client.js');
      ${code}
    })(${JSON.stringify(given)})`);
  return { page, server, run };
}

/** The statuses of the GETs of a path that the service has answered. */
const statusesOf = ({ log }: Server, path: string) =>
  log
    .filter((line) => line.includes('"method":"GET"') && line.includes(path))
    .map((line) => Number(/"status":(\d+)/.exec(line)?.[1]));

inChromium(
  'a page sees what an answer carries, and asks again by the ETag: the browser keeps the answer',
  async (t) => {
    const { run, server } = await visit(t);
    const found = await run(`
    const client = new Client({ baseUrl, token });
    const uses = async (client) => (await client.call('GET /datacard/{uid}', { params: { uid: '14:3' } })).data.datacard.uses;
    const seen = [await uses(client), await uses(client)];
    const { status, rateLimit, requestId, headers } = await client.call('GET /datacard/{uid}', { params: { uid: '14:3' } });
    const refused = await uses(new Client({ baseUrl, token: 'sva_other' })).catch(({ code }) => code);
    return [...seen, status, rateLimit.remaining, typeof requestId, headers['content-type'], refused];
  `);
    t.deepEqual(found, [6, 6, 200, 597, 'string', 'application/json; charset=utf-8', 'token_invalid']);
    t.deepEqual(statusesOf(server, '/datacard/14:3'), [200, 304, 304, 401]);
  },
);

inChromium('a page makes a change, once, with a key of the client', async (t) => {
  const { run, server, page } = await visit(t);
  const keys: (string | null)[] = [];
  await page.route('**/datacard/14:1', async (route) => {
    keys.push(await route.request().headerValue('idempotency-key'));
    // The first answer is lost on its way.
    if (keys.length > 1) return route.continue();
    await route.fetch();
    return route.abort('connectionreset');
  });
  const uses = await run(`
    const client = new Client({ baseUrl, token, random: () => 0 });
    const { data } = await client.call('POST /datacard/{uid}', {
      params: { uid: '14:1' },
      body: { production_entity_uid: '4:1', uses: 3 },
    });
    return data.assignments.assignment[0].newquantity;
  `);
  t.is(uses, 3);
  t.is(keys.length, 2);
  t.regex(String(keys[0]), /^[0-9a-f]{32}$/);
  t.is(keys[1], keys[0]);
  t.is((await server.call('/datacard/14:1')).json.svcapi.datacard.uses, 97);
});

/** Returns the code of a page that runs other code in a worker, and returns the message that it posts. */
const inWorker = (code: string) => `
    const text = \`
      import { Client } from '\${location.origin}/client.js';
      const baseUrl = '\${baseUrl}';
      ${code}
    \`;
    const address = URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
    const worker = new Worker(address, { type: 'module' });
    return new Promise((resolve, reject) => {
      worker.onmessage = ({ data }) => resolve(data);
      worker.onerror = ({ message }) => reject(new Error(message));
    });
`;

/** Calls the service, and returns the names of the header fields that the client gives to `fetch`. */
const FIELDS = `
  const names = [];
  const recorded = (url, init) => {
    names.push(...Object.keys(init.headers));
    return fetch(url, init);
  };
  await new Client({ baseUrl, fetch: recorded }).call('GET /api/helloworld');
`;

inChromium(
  'a page and its worker call the service, without the User-Agent of the client, which browsers refuse or replace',
  async (t) => {
    const { run } = await visit(t);
    t.deepEqual(await run(`${FIELDS} return names;`), ['Accept']);
    t.deepEqual(await run(inWorker(`${FIELDS} postMessage(names);`)), ['Accept']);
  },
);

inChromium('a page that the service does not allow gets an error that says so', async (t) => {
  const { run, server } = await visit(t, { corsOrigins: ['https://other.example'] });
  const found = await run(`
    const client = new Client({ baseUrl, retries: 0 });
    const error = await client.call('GET /api/time').catch((error) => error);
    return [error instanceof Unreachable, error.code, error.message];
  `);
  const { origin } = new URL(server.url);
  t.deepEqual(found, [
    true,
    'failed',
    `${origin} cannot be reached; check baseUrl and the network, and for a web page that the service allows its origin (CORS)`,
  ]);
});

inChromium('a page follows events', async (t) => {
  const { run, page, server } = await visit(t);
  const found = run(`
    const client = new Client({ baseUrl, token });
    const uids = [];
    for await (const event of client.followEvents({ onPlace: () => { globalThis.isOpen = true; } })) {
      uids.push(event.attributes.uid);
      if (uids.length === 2) return uids;
    }
  `);
  await page.waitForFunction('globalThis.isOpen');
  await addEvents(server.store, [50, 51]);
  t.deepEqual(await found, ['39:50', '39:51']);
});
