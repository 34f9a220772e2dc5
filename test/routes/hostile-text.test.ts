import test from 'ava';
import { hostileTexts, spell } from '../helpers/hostile.js';
import { type Server, startServer } from '../helpers/server.js';
import { checkStoredText, type StoredText, storeTexts } from '../helpers/stored-texts.js';
import { readXml } from '../helpers/xml.js';
import { canonical, hasXmllint } from '../helpers/xmllint.js';

let server: Server;
let stored: StoredText[];
test.before(async () => {
  server = await startServer({ rateLimit: 100_000 });
  stored = await storeTexts(server.store, hostileTexts);
});
test.after.always(() => server.close());

for (const [index, text] of hostileTexts.entries()) {
  test(`${index}: ${spell(text)} is returned as it was stored, in both formats`, (t) =>
    checkStoredText(t, server, stored[index] as StoredText));
}

(hasXmllint ? test : test.skip)('the hostile texts over HTTP, as libxml2 reads them (needs xmllint)', async (t) => {
  const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n';
  let answers = '';
  for (const { character } of stored) {
    const { text } = await server.call(`/character/${character}?format=xml`);
    t.true(text.startsWith(declaration));
    answers += text.slice(declaration.length);
  }
  // One document, since each run of xmllint is a process.
  const all = `${declaration}<all>${answers}</all>`;
  t.deepEqual(readXml(declaration + canonical(all)), readXml(all));
});

const ODD = ['\u0000', '\u0007', '\u000b', '\u001f', '\ufffe', '\uffff', '\ud800', '\udfff'];

for (const character of ODD) {
  const body = `{"a\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}":1}`;
  const inValue = body.replace('a\\u', 'b":"\\u').replace('":1}', '"}');
  for (const sent of [body, inValue]) {
    test(`characters that XML cannot hold are refused, with well-formed XML: ${sent}`, async (t) => {
      const headers = { 'Content-Type': 'application/json', Accept: 'application/xml' };
      const { status, text } = await server.call('/datacard/14:1', { method: 'POST', body: sent, headers });
      t.is(status, 400);
      const code = character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
      const told = readXml(text).children.map(({ text }) => text);
      t.is(told[2], 'invalid_parameter');
      t.regex(told[1] ?? '', new RegExp(`U\\+${code}`));
    });
  }
}
