import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { ExecutionContext } from 'ava';
import { strangeServer } from '../helpers/cli/strange-server.js';
import { type ServerSetup, startServer } from '../helpers/server.js';
import { addEvents } from '../helpers/stream.js';
import { inChromium, launchBrowser } from '../page/browser.js';

/** The package of the client in a page of another origin than that of the service. */

const script = readFileSync(fileURLToPath(new URL('../../svcapi-client/index.js', import.meta.url)));

/** Opens a page and starts a server. `run` runs the body of an async function in the page, which has `Client` and `token`. */
async function openPage(t: ExecutionContext, setup: ServerSetup = {}) {
  const server = await startServer(setup);
  t.teardown(() => server.close());
  const { url } = await strangeServer(t, (response, request) => {
    const isScript = request.url?.endsWith('.js') === true;
    response.setHeader('Content-Type', isScript ? 'text/javascript' : 'text/html');
    response.end(isScript ? script : '<title>a page');
  });
  const context = await (await launchBrowser()).newContext();
  t.teardown(() => context.close());
  const page = await context.newPage();
  await page.goto(url);
  const given = JSON.stringify({ baseUrl: new URL(server.url).origin, token: server.token });
  const run = <T>(code: string): Promise<T> =>
    page.evaluate(`(async ({ baseUrl, token }) => {
      const { Client, Unreachable } = await import('/client.js');
      ${code}
    })(${given})`);
  return { page, run, server };
}

inChromium('a page and its worker read, a change is made once, and events are followed', async (t) => {
  const { run, page, server } = await openPage(t);
  const found = await run(`
    const client = new Client({ baseUrl, token });
    const uses = async (client) => (await client.call('GET /datacard/{uid}', { params: { uid: '14:3' } })).data.datacard.uses;
    const seen = [await uses(client), await uses(client)];
    const { status, rateLimit, requestId, headers } = await client.call('GET /datacard/{uid}', { params: { uid: '14:3' } });
    const refused = await uses(new Client({ baseUrl, token: 'sva_other' })).catch(({ code }) => code);
    return [...seen, status, rateLimit.remaining, typeof requestId, headers['content-type'], refused];
  `);
  t.deepEqual(found, [6, 6, 200, 597, 'string', 'application/json; charset=utf-8', 'token_invalid']);
  const reads = server.log.filter((line) => line.includes('"method":"GET"') && line.includes('/datacard/14:3'));
  const statuses = reads.map((line) => Number(/"status":(\d+)/.exec(line)?.[1]));
  t.deepEqual(statuses, [200, 304, 304, 401], 'the browser keeps the answer');

  const named = `
    const names = [];
    const recorded = (url, init) => {
      names.push(...Object.keys(init.headers));
      return fetch(url, init);
    };
    await new Client({ baseUrl, fetch: recorded }).call('GET /api/helloworld');
  `;
  const fields = 'browsers refuse or replace the User-Agent';
  t.deepEqual(await run(`${named} return names;`), ['Accept'], fields);
  const inWorker = `
    const start = "import { Client } from '" + location.origin + "/client.js'; const baseUrl = '" + baseUrl + "';";
    const code = start + ${JSON.stringify(`${named} postMessage(names);`)};
    const worker = new Worker(URL.createObjectURL(new Blob([code], { type: 'text/javascript' })), { type: 'module' });
    return new Promise((resolve, reject) => {
      worker.onmessage = ({ data }) => resolve(data);
      worker.onerror = ({ message }) => reject(new Error(message));
    });
  `;
  t.deepEqual(await run(inWorker), ['Accept'], `${fields}, in a worker, too`);

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
    const body = { production_entity_uid: '4:1', uses: 3 };
    const { data } = await client.call('POST /datacard/{uid}', { params: { uid: '14:1' }, body });
    return data.assignments.assignment[0].newquantity;
  `);
  t.is(uses, 3);
  t.regex(String(keys[0]), /^[0-9a-f]{32}$/);
  t.deepEqual(keys, [keys[0], keys[0]]);
  t.is((await server.call('/datacard/14:1')).json.svcapi.datacard.uses, 97);

  const events = run(`
    const client = new Client({ baseUrl, token });
    const uids = [];
    for await (const event of client.followEvents({ onPlace: () => { globalThis.isOpen = true; } })) {
      uids.push(event.attributes.uid);
      if (uids.length === 2) return uids;
    }
  `);
  await page.waitForFunction('globalThis.isOpen');
  await addEvents(server.store, [50, 51]);
  t.deepEqual(await events, ['39:50', '39:51']);
});

inChromium('a page that the service does not allow gets an error that says so', async (t) => {
  const { run, server } = await openPage(t, { corsOrigins: ['https://other.example'] });
  const found = await run(`
    const client = new Client({ baseUrl, retries: 0 });
    const error = await client.call('GET /api/time').catch((error) => error);
    return [error instanceof Unreachable, error.code, error.message];
  `);
  const advice = 'check baseUrl and the network, and for a web page that the service allows its origin (CORS)';
  t.deepEqual(found, [true, 'failed', `${new URL(server.url).origin} cannot be reached; ${advice}`]);
});
