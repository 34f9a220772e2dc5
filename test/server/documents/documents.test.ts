import test from 'ava';
import { routes } from '../../../src/routes/index.js';
import { buildDocuments } from '../../../src/server/documents/documents.js';
import { represent } from '../../../src/server/documents/representation.js';

/** The cache of documents by the address of the service, which clients choose by their Host header. */

const build = () => {
  const document = buildDocuments(routes, { limit: 600, window: 3_600_000 }).get('/ws/v2.0/openapi.json');
  if (!document) throw new Error('There is no openapi.json');
  return document;
};

test('a document is kept for a new address, also after many invented ones', (t) => {
  const document = build();
  for (let host = 0; host < 50; host++) document(`http://invented-${host}.example`);
  t.is(document('http://real.example'), document('http://real.example'));
  t.is(represent(document('http://real.example'), 'br'), represent(document('http://real.example'), 'br'));
});

test('invented addresses do not displace one that is in use', (t) => {
  const document = build();
  const first = document('http://real.example');
  for (let host = 0; host < 50; host++) {
    document(`http://invented-${host}.example`);
    t.is(document('http://real.example'), first);
  }
});

test('an address that nobody uses any more is forgotten', (t) => {
  const document = build();
  const first = document('http://old.example');
  for (let host = 0; host < 8; host++) document(`http://new-${host}.example`);
  t.not(document('http://old.example'), first);
});
