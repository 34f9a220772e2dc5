import test from 'ava';
import fc from 'fast-check';
import { spell, storableText } from '../helpers/hostile.js';
import { type Server, startServer } from '../helpers/server.js';
import { checkStoredText, type StoredText, storeTexts } from '../helpers/stored-texts.js';

const texts = fc.sample(storableText, { numRuns: 100, seed: 7 });

let server: Server;
let stored: StoredText[];
test.before(async () => {
  server = await startServer({ rateLimit: 100_000 });
  stored = await storeTexts(server.store, texts);
});
test.after.always(() => server.close());

for (const [index, text] of texts.entries()) {
  test(`${index}: any text, such as ${spell(text)}, is returned as it was stored, in both formats`, (t) =>
    checkStoredText(t, server, stored[index] as StoredText));
}
