import test, { type ExecutionContext } from 'ava';
import fc from 'fast-check';
import { ask } from '../helpers/ask.js';
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
  const rights = { primary: true, can_view_datacards: true, can_manage_datacards: true };
  const card = { owner: faction, entity: `2:${number}`, total_uses: 9 };
  const payment = { time: NOW, amount: 1, sender: character, receiver: faction };
  return [
    { kind: 'faction', uid: faction, name },
    { kind: 'entity', uid: `22:${number}`, name },
    { kind: 'entity', uid: `2:${number}`, name },
    { kind: 'character', uid: character, name, race: `22:${number}`, ...texts },
    { kind: 'membership', character, faction, ...rights },
    { kind: 'entity', uid: `5:${number}`, name, owner: faction },
    { kind: 'datacard', uid: `14:${number}`, ...card, assignments: [{ location: `5:${number}`, uses: 3 }] },
    { kind: 'event', uid: `39:${number}`, receiver: character, time: NOW, text },
    { kind: 'transaction', id: 9000 + number, ...payment, communication: text },
  ];
}

const server = sharedServer({ rateLimit: 100_000 }, async ({ store }) => {
  const records = TEXTS.flatMap((text, index) => recordsOf(text, 1000 + index));
  const { refused } = await importAll(store, file(lines(...records)), { now: NOW });
  if (refused.length > 0) throw new Error(JSON.stringify(refused));
});

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';

/** What was read as XML, without its declarations. */
const written: string[] = [];

/** Reads a path in both formats, and returns its payload. */
async function read(t: ExecutionContext, path: string, token: string) {
  const { status, json } = await ask(server, `GET ${path}`, token);
  t.is(status, 200);
  const { text } = await ask(server, `GET ${path}`, token, { Accept: 'application/xml' });
  t.deepEqual(readXml(text), envelopeElement(json));
  written.push(text.slice(DECLARATION.length));
  return json.svcapi;
}

test('each text is returned as it was stored, in both formats', async (t) => {
  for (const [index, text] of TEXTS.entries()) {
    const number = 1000 + index;
    const name = `${text}${number}`;
    const token = await tokenFor(server.store, `1:${number}`);
    const { character } = await read(t, `/character/${encodeURIComponent(name)}`, token);
    const { image, gender, shortdescription, biography, race, faction } = character;
    const { event } = await read(t, `/event/39:${number}`, token);
    const { transactions } = await read(t, `/character/1:${number}/creditlog`, token);
    const texts = [image, gender, shortdescription, biography, event.text, transactions.transaction[0].communication];
    t.deepEqual([...new Set(texts)], [text], spell(text));
    const { owner, assignedlocations } = (await read(t, `/datacard/14:${number}`, token)).datacard;
    const named = [race.value, faction.value, owner.value, assignedlocations.assignedlocation[0].location.value];
    t.deepEqual([...new Set([character.name, ...named])], [name], spell(text));
    const { datacards } = await read(t, `/datacards/${encodeURIComponent(name)}`, token);
    t.deepEqual([character.uid, datacards.datacard[0].attributes.uid], [`1:${number}`, `14:${number}`]);
  }
  if (!hasXmllint) return t.log('xmllint is not there to read them too');
  // One document, since each run of xmllint is a process.
  const all = `${DECLARATION}<all>${written.join('')}</all>`;
  t.deepEqual(readXml(DECLARATION + canonical(all)), readXml(all));
});

test('characters that XML cannot hold are refused, with well-formed XML', async (t) => {
  for (const character of ['\u0000', '\u0007', '\u000b', '\u001f', '\ufffe', '\uffff', '\ud800', '\udfff']) {
    const code = character.charCodeAt(0).toString(16).padStart(4, '0');
    for (const body of [`{"a\\u${code}":1}`, `{"b":"\\u${code}"}`]) {
      const { status, text } = await ask(server, `POST /datacard/14:1 ${body}`, server.token, { Accept: 'text/xml' });
      t.is(status, 400);
      const [, message, error] = readXml(text).children.map(({ text }) => text);
      t.is(error, 'invalid_parameter', body);
      t.true(message?.includes(`U+${code.toUpperCase()}`), message);
    }
  }
});
