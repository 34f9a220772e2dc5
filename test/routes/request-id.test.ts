import test from 'ava';
import { type Server, startServer } from '../helpers/server.js';

let server: Server;
test.before(async () => {
  server = await startServer({ empty: true });
});
test.after.always(() => server.close());

for (const id of ['abc', 'A-1.2:3_4', 'x'.repeat(64)]) {
  test(`X-Request-Id ${id} is kept`, async (t) => {
    for (const path of ['/api/time', '/nowhere', '/event/39', '/api/time?format=x']) {
      const { headers } = await server.call(path, { headers: { 'X-Request-Id': id } });
      t.is(headers.get('x-request-id'), id);
    }
  });
}

for (const id of ['', 'x'.repeat(65), 'a b', 'a\u00e9', '<b>', 'a,b']) {
  test(`X-Request-Id ${JSON.stringify(id)} is replaced`, async (t) => {
    const { headers } = await server.call('/api/time', { headers: { 'X-Request-Id': id } });
    t.regex(headers.get('x-request-id') ?? '', /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
  });
}

test('no two requests get the same id', async (t) => {
  const answers = await Promise.all(Array.from({ length: 50 }, () => server.call('/api/time')));
  t.is(new Set(answers.map(({ headers }) => headers.get('x-request-id'))).size, 50);
});
