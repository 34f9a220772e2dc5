import test from 'ava';
import fc from 'fast-check';
import { NOW, tokenFor } from '../helpers/galaxy.js';
import { hostileTexts, spell, storableText } from '../helpers/hostile.js';
import { type Server, startServer } from '../helpers/server.js';
import { envelopeElement, readXml } from '../helpers/xml.js';
import { canonical, hasXmllint } from '../helpers/xmllint.js';

// What is hard to write, and whatever else fast-check finds in Unicode.
const texts = [...hostileTexts, ...fc.sample(storableText, { numRuns: 100, seed: 7 })];

/** Each text as every kind of name and text that a user can store. The number keeps the names apart. */
const stored = texts.map((text, index) => ({
  text,
  name: `${text}${1000 + index}`,
  character: `1:${1000 + index}`,
  faction: `20:${1000 + index}`,
  race: `22:${1000 + index}`,
  station: `5:${1000 + index}`,
  datacard: `14:${1000 + index}`,
  event: `39:${1000 + index}`,
  transaction: 10_000 + index,
}));

let server: Server;
test.before(async () => {
  server = await startServer({ rateLimit: 100_000 });
  await server.store.transaction(async ({ load }) => {
    for (const { text, name, character, faction, race, station, datacard, event, transaction } of stored) {
      const written = [
        await load.write('entity', [
          { uid: faction, name, owner_uid: null },
          { uid: race, name, owner_uid: null },
        ]),
        await load.write('character', [
          {
            uid: character,
            name,
            image: text,
            race_uid: race,
            gender: text,
            last_login: NOW,
            short_description: text,
            biography: text,
            is_private: 0,
            health: 1,
            health_max: 1,
            xp: 1,
            xp_level: 1,
            credits: 1,
          },
        ]),
        await load.write('membership', [
          {
            character_uid: character,
            faction_uid: faction,
            is_primary: 1,
            can_view_datacards: 1,
            can_manage_datacards: 1,
          },
        ]),
        await load.write('entity', [{ uid: station, name, owner_uid: faction }]),
        await load.write('datacard', [
          {
            uid: datacard,
            owner_uid: faction,
            entity_uid: race,
            total_uses: 9,
            assignments: [{ location_uid: station, uses: 3 }],
          },
        ]),
        await load.write('event', [{ uid: event, receiver_uid: character, time: NOW, type: null, text }]),
        await load.write('transaction', [
          { id: transaction, time: NOW, amount: 1, sender_uid: character, receiver_uid: faction, communication: text },
        ]),
      ];
      for (const { refused } of written) if (refused.length > 0) throw new Error(refused[0]?.reason);
    }
  });
});
test.after.always(() => server.close());

for (const [index, { text, name, character, faction, datacard, event }] of stored.entries()) {
  test(`${index}: ${spell(text)} is returned as it was stored, in both formats`, async (t) => {
    const headers = { Authorization: `Bearer ${await tokenFor(server.store, character)}` };
    const read = async (path: string) => {
      const { status, json } = await server.call(path, { headers });
      t.is(status, 200);
      const xml = await server.call(path, { headers: { ...headers, Accept: 'application/xml' } });
      t.deepEqual(readXml(xml.text), envelopeElement(json));
      return json.svcapi;
    };
    const profile = (await read('/character')).character;
    const { image, gender, shortdescription, biography } = profile;
    t.deepEqual([image, gender, shortdescription, biography], [text, text, text, text]);
    t.deepEqual([profile.name, profile.race.value, profile.faction.value], [name, name, name]);
    t.is((await read(`/event/${event}`)).event.text, text);
    t.is((await read(`/character/${character}/creditlog`)).transactions.transaction[0].communication, text);
    const { owner, assignedlocations } = (await read(`/datacard/${datacard}`)).datacard;
    t.deepEqual([owner.value, assignedlocations.assignedlocation[0].location.value], [name, name]);
    t.is((await read(`/datacards/${encodeURIComponent(name)}`)).datacards.datacard[0].attributes.uid, datacard);
    t.is((await read(`/character/${encodeURIComponent(name)}`)).character.uid, character);
    t.is(faction, profile.faction.attributes.uid);
  });
}

(hasXmllint ? test : test.skip)('the hostile texts over HTTP, as libxml2 reads them (needs xmllint)', async (t) => {
  for (const { character } of stored.slice(0, hostileTexts.length)) {
    const { text } = await server.call(`/character/${character}?format=xml`);
    t.deepEqual(readXml(`<?xml version="1.0" encoding="UTF-8"?>\n${canonical(text)}`), readXml(text));
  }
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
