import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import test from 'ava';
import { type Serving, serve } from '../../helpers/cli/serving.js';

const DEMO = ['--demo', '--demo-size', '0.01', '--database', ':memory:'];
const GREETED = { last: /login --url/ };

/** Asks for the token of the demo as a program would that can send any header field. */
async function ask({ url }: Serving, headers: Record<string, string> = {}) {
  const sent = request(`${url}/ws/v2.0/documentation/demo-token`, { headers }).end();
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  return { status: answer.statusCode, fields: answer.headers, body: await text(answer) };
}

/** Reports whether the page offers the token. */
async function isOffered({ get }: Serving): Promise<boolean> {
  return (await (await get('/documentation')).text()).includes('name="demo"');
}

test('a demo gives its token to its page, and to no page of another origin', async (t) => {
  const demo = await serve(t, DEMO, GREETED);
  t.true(await isOffered(demo));
  const { status, fields, body } = await ask(demo, { Origin: 'https://elsewhere.example' });
  t.is(status, 200);
  t.is(body, demo.token);
  t.is(fields['cache-control'], 'no-store');
  t.is(fields['cross-origin-resource-policy'], 'same-origin');
  t.is(fields['access-control-allow-origin'], undefined);
  t.is((await ask(demo, { Host: 'elsewhere.example' })).status, 404, 'a name that leads to this machine is not enough');
});

for (const [title, argv, options] of [
  ['a service without --demo', ['--database', ':memory:'], {}],
  ['a demo on every address', [...DEMO, '--host', '0.0.0.0'], GREETED],
  ['a demo with a public address', [...DEMO, '--public-url', 'https://galaxy.example'], GREETED],
  ['a demo behind a proxy', [...DEMO, '--trusted-proxies', '127.0.0.1'], GREETED],
  ['a sandbox', ['--sandbox'], { last: /sandbox\/faults/ }],
] as const) {
  test(`${title} offers no token on its page`, async (t) => {
    const service = await serve(t, argv, options);
    t.false(await isOffered(service));
    t.is((await ask(service, { Host: '127.0.0.1' })).status, 404);
  });
}
