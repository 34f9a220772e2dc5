const { Client } = require('svcapi-client');
const { startServer } = require('svcapi/testing');
const { assignAll } = require('./scheduler.js');

let server;
let client;

beforeAll(async () => {
  server = await startServer({ size: 0.1 });
  await server.clock.run();
  client = new Client({ baseUrl: server.url, token: server.token });
});

afterAll(() => server.close());

beforeEach(() => server.reset());

const order = { datacard: '14:1', site: '4:1', uses: 3 };

test('it assigns, and says how many uses a site has', async () => {
  expect(await assignAll(client, '2026-06-16', [order])).toEqual([{ ...order, total: 123 }]);
});

test('the same day is assigned once, however often it is run', async () => {
  await assignAll(client, '2026-06-16', [order]);
  expect(await assignAll(client, '2026-06-16', [order])).toEqual([{ ...order, total: 123 }]);
  expect(await assignAll(client, '2026-06-17', [order])).toEqual([{ ...order, total: 126 }]);
});

test.each([{ cut: 20 }, { empty: true }, { reset: true }, { status: 503 }])(
  'uses are assigned once when the connection breaks: %j',
  async (fault) => {
    await server.clock.run();
    await server.inject('POST /datacard/{uid}', { ...fault, times: 1 });
    expect(await assignAll(client, '2026-06-16', [order])).toEqual([{ ...order, total: 123 }]);
    const requests = await server.requests({ route: 'POST /datacard/{uid}' });
    const keys = requests.map(({ headers }) => headers['idempotency-key']);
    expect(keys).toEqual(['2026-06-16 14:1 4:1', '2026-06-16 14:1 4:1']);
  },
);

test('an order that is refused does not hold up the others', async () => {
  const [refused, done] = await assignAll(client, '2026-06-16', [{ ...order, uses: 10_000 }, order]);
  expect(refused.problem).toMatch(/uses/);
  expect(done.total).toBe(123);
});
