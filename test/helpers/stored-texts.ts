import type { ExecutionContext } from 'ava';
import type { Store } from '../../src/store/store.js';
import { NOW, tokenFor } from './galaxy.js';
import { loadRows } from './load-rows.js';
import type { Server } from './server.js';
import { envelopeElement, readXml } from './xml.js';

/** A text as every kind of name and text that a user can store. */
export type StoredText = ReturnType<typeof storedAs>;

function storedAs(text: string, index: number) {
  return {
    text,
    // The number keeps the names apart.
    name: `${text}${1000 + index}`,
    character: `1:${1000 + index}`,
    faction: `20:${1000 + index}`,
    race: `22:${1000 + index}`,
    ship: `2:${1000 + index}`,
    station: `5:${1000 + index}`,
    datacard: `14:${1000 + index}`,
    event: `39:${1000 + index}`,
    transaction: 10_000 + index,
  };
}

/** Stores each text in a character, its faction and their things. */
export async function storeTexts(store: Store, texts: string[]): Promise<StoredText[]> {
  const stored = texts.map(storedAs);
  for (const { text, name, character, faction, race, ship, station, datacard, event, transaction } of stored) {
    await loadRows(store, 'entity', [
      { uid: faction, name, owner_uid: null },
      { uid: race, name, owner_uid: null },
      { uid: ship, name, owner_uid: null },
    ]);
    await loadRows(store, 'character', [
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
    ]);
    await loadRows(store, 'membership', [
      {
        character_uid: character,
        faction_uid: faction,
        is_primary: 1,
        can_view_datacards: 1,
        can_manage_datacards: 1,
      },
    ]);
    await loadRows(store, 'entity', [{ uid: station, name, owner_uid: faction }]);
    await loadRows(store, 'datacard', [
      {
        uid: datacard,
        owner_uid: faction,
        entity_uid: ship,
        total_uses: 9,
        assignments: [{ location_uid: station, uses: 3 }],
      },
    ]);
    await loadRows(store, 'event', [{ uid: event, receiver_uid: character, time: NOW, type: null, text }]);
    await loadRows(store, 'transaction', [
      { id: transaction, time: NOW, amount: 1, sender_uid: character, receiver_uid: faction, communication: text },
    ]);
  }
  return stored;
}

/** Reads a stored text wherever the service returns it, in both formats. */
export async function checkStoredText(t: ExecutionContext, server: Server, stored: StoredText): Promise<void> {
  const { text, name, character, faction, datacard, event } = stored;
  const headers = { Authorization: `Bearer ${await tokenFor(server.store, character)}` };
  const read = async (path: string) => {
    const { status, json } = await server.call(path, { headers });
    t.is(status, 200);
    const xml = await server.call(path, { headers: { ...headers, Accept: 'application/xml' } });
    t.deepEqual(readXml(xml.text), envelopeElement(json));
    return json.svcapi;
  };
  const profile = (await read(`/character/${encodeURIComponent(name)}`)).character;
  const { image, gender, shortdescription, biography } = profile;
  t.deepEqual([image, gender, shortdescription, biography], [text, text, text, text]);
  t.deepEqual([profile.name, profile.race.value, profile.faction.value], [name, name, name]);
  t.is((await read(`/event/${event}`)).event.text, text);
  t.is((await read(`/character/${character}/creditlog`)).transactions.transaction[0].communication, text);
  const { owner, assignedlocations } = (await read(`/datacard/${datacard}`)).datacard;
  t.deepEqual([owner.value, assignedlocations.assignedlocation[0].location.value], [name, name]);
  t.is((await read(`/datacards/${encodeURIComponent(name)}`)).datacards.datacard[0].attributes.uid, datacard);
  t.deepEqual([profile.uid, profile.faction.attributes.uid], [character, faction]);
}
