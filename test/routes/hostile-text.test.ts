import test, { type ExecutionContext } from 'ava';
import fc from 'fast-check';
import { NOW, tokenFor } from '../helpers/galaxy.js';
import { hostileTexts, spell, storableText } from '../helpers/hostile.js';
import { sharedServer } from '../helpers/shared-server.js';
import { envelopeElement, readXml } from '../helpers/xml.js';
import { canonical, hasXmllint } from '../helpers/xmllint.js';
import { file, importAll, lines } from '../transfer/galaxy.js';

/** Texts that are hard to write, and any others that can be stored. */
const TEXTS = [...hostileTexts, ...fc.sample(storableText, { numRuns: 30, seed: 7 })];

/** The records of a text as every kind of name and text that a user can store. The number keeps the names apart. */
function recordsOf(text: string, number: number): object[] {
  const [name, character, faction] = [`${text}${number}`, `1:${number}`, `20:${number}`];
  const texts = { image: text, gender: text, short_description: text, biography: text };
  return [
    { kind: 'faction', uid: faction, name },
    { kind: 'entity', uid: `22:${number}`, name },
    { kind: 'entity', uid: `2:${number}`, name },
    { kind: 'character', uid: character, name, race: `22:${number}`, ...texts },
    {
      ...{ kind: 'membership', character, faction, primary: true },
      ...{ can_view_datacards: true, can_manage_datacards: true },
    },
    { kind: 'entity', uid: `5:${number}`, name, owner: faction },
    {
      ...{ kind: 'datacard', uid: `14:${number}`, owner: faction, entity: `2:${number}`, total_uses: 9 },
      assignments: [{ location: `5:${number}`, uses: 3 }],
    },
    { kind: 'event', uid: `39:${number}`, receiver: character, time: NOW, text },
    {
      ...{ kind: 'transaction', id: 9000 + number, time: NOW, amount: 1, sender: character, receiver: faction },
      communication: text,
    },
  ];
}

const server = sharedServer({ rateLimit: 100_000 }, async ({ store }) => {
  const records = TEXTS.flatMap((text, index) => recordsOf(text, 1000 + index));
  const { refused } = await importAll(store, file(lines(...records)), { now: NOW });
  if (refused.length > 0) throw new Error(JSON.stringify(refused));
});

/** Reads a path in both formats, and returns its payload. */
async function read(t: ExecutionContext, path: string, headers: Record<string, string>) {
  const { status, json } = await server.call(path, { headers });
  t.is(status, 200);
  const xml = await server.call(path, { headers: { ...headers, Accept: 'application/xml' } });
  t.deepEqual(readXml(xml.text), envelopeElement(json));
  return json.svcapi;
}

for (const [index, text] of TEXTS.entries()) {
  test(`${index}: ${spell(text)} is returned as it was stored, in both formats`, async (t) => {
    const number = 1000 + index;
    const name = `${text}${number}`;
    const headers = { Authorization: `Bearer ${await tokenFor(server.store, `1:${number}`)}` };
    const { character } = await read(t, `/character/${encodeURIComponent(name)}`, headers);
    const { image, gender, shortdescription, biography, race, faction } = character;
    t.deepEqual([image, gender, shortdescription, biography], [text, text, text, text]);
    t.deepEqual([character.name, race.value, faction.value], [name, name, name]);
    t.deepEqual([character.uid, faction.attributes.uid], [`1:${number}`, `20:${number}`]);
    t.is((await read(t, `/event/39:${number}`, headers)).event.text, text);
    const { transactions } = await read(t, `/character/1:${number}/creditlog`, headers);
    t.is(transactions.transaction[0].communication, text);
    const { owner, assignedlocations } = (await read(t, `/datacard/14:${number}`, headers)).datacard;
    t.deepEqual([owner.value, assignedlocations.assignedlocation[0].location.value], [name, name]);
    const { datacards } = await read(t, `/datacards/${encodeURIComponent(name)}`, headers);
    t.is(datacards.datacard[0].attributes.uid, `14:${number}`);
  });
}

(hasXmllint ? test : test.skip)('the texts over HTTP, as libxml2 reads them (needs xmllint)', async (t) => {
  const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n';
  let answers = '';
  for (const index of TEXTS.keys()) {
    const { text } = await server.call(`/character/1:${1000 + index}?format=xml`);
    t.true(text.startsWith(declaration));
    answers += text.slice(declaration.length);
  }
  // One document, since each run of xmllint is a process.
  const all = `${declaration}<all>${answers}</all>`;
  t.deepEqual(readXml(declaration + canonical(all)), readXml(all));
});

test('characters that XML cannot hold are refused, with well-formed XML', async (t) => {
  for (const character of ['\u0000', '\u0007', '\u000b', '\u001f', '\ufffe', '\uffff', '\ud800', '\udfff']) {
    const code = character.charCodeAt(0).toString(16).padStart(4, '0');
    for (const body of [`{"a\\u${code}":1}`, `{"b":"\\u${code}"}`]) {
      const headers = { 'Content-Type': 'application/json', Accept: 'application/xml' };
      const { status, text } = await server.call('/datacard/14:1', { method: 'POST', body, headers });
      t.is(status, 400);
      const [, message, error] = readXml(text).children.map(({ text }) => text);
      t.is(error, 'invalid_parameter', body);
      t.true(message?.includes(`U+${code.toUpperCase()}`), message);
    }
  }
});
