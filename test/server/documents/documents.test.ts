import test from 'ava';
import { openServer } from '../../helpers/open-server.js';
import { plainCall } from '../../helpers/plain.js';
import { withServer } from '../../helpers/server.js';

/** The Host field of a request, which strangers choose, changes no document and makes no work. */

const PATHS = ['/ws/v2.0/openapi.json', '/ws/v2.0/documentation'];

const strangers = Array.from({ length: 20 }, (_, number) => ({
  Host: `invented-${number}.example`,
  'X-Forwarded-Proto': number % 2 === 0 ? 'https' : 'http',
}));

test('every Host field gets the same bytes of a document', withServer, async (t, { url }) => {
  for (const path of PATHS) {
    const first = await plainCall(new URL(path, url).href);
    for (const headers of strangers) {
      const { text, headers: fields } = await plainCall(new URL(path, url).href, { headers });
      t.is(text, first.text);
      t.is(fields.etag, first.headers.etag);
    }
    t.notRegex(first.text, /invented/);
  }
});

test('a document is built once, and compressed once', async (t) => {
  const { url, documents } = await openServer(t);
  for (const path of PATHS) {
    const encoded = await documents.get(path)?.(true);
    if (!encoded) return t.fail(path);
    for (const headers of strangers) {
      const { headers: fields } = await plainCall(url + path, { headers: { ...headers, 'Accept-Encoding': 'gzip' } });
      t.is(fields.etag, `"${encoded.etag}"`);
    }
    t.is(await documents.get(path)?.(true), encoded);
  }
});
