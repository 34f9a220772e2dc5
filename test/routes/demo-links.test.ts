import test from 'ava';
import { loadDemo } from '../../src/demo/load-demo.js';
import { generate } from '../demo/demo-galaxy.js';
import { NOW, tokenFor } from '../helpers/galaxy.js';
import { call, type Server, startServer } from '../helpers/server.js';

const GALAXY = { size: 0.1, seed: 1, now: NOW };

const { character, entity, datacard } = generate(GALAXY);
const factions = entity.map(({ uid }) => uid).filter((uid) => uid.startsWith('20:'));

let server: Server;
test.before(async () => {
  server = await startServer({ empty: true, rateLimit: 1_000_000 });
  await loadDemo(server.store, GALAXY);
});
test.after.always(() => server.close());

/** Returns every address in an answer. */
function hrefsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, child]) => (name === 'href' ? [String(child)] : hrefsIn(child)));
}

/** Returns the paths of all answers that a founder of a faction can have without a change. */
function pathsOf(founder: string, faction: string): string[] {
  const own = `/character/${founder}`;
  const pages = [`${own}/creditlog`, '/events/personal', '/events/personal/XP'];
  return [
    ...['/character', `${own}/credits`, `${own}/permissions`, `/datacards/${faction}`],
    ...pages.map((path) => `${path}?item_count=1000`),
    ...character.flatMap(({ uid, name }) => [
      `/character/${uid}`,
      `/character/handlecheck/${encodeURIComponent(name)}`,
      `/entity/${uid}`,
    ]),
    ...entity.map(({ uid }) => `/entity/${uid}`),
    ...datacard.map(({ uid }) => `/entity/${uid}`),
  ];
}

/** The addresses tried so far whose answers are the same for everybody. */
const tried = new Set<string>();

for (const [index, faction] of factions.entries()) {
  const founder = `1:${index + 1}`;
  test(`every address in every answer to ${founder} of ${faction} answers`, async (t) => {
    const headers = {
      Authorization: `Bearer ${await tokenFor(server.store, founder, undefined, { clientId: 'demo' })}`,
    };
    const found = new Set(pathsOf(founder, faction).map((path) => server.url + path));
    // A set that grows while it is read is read to its end.
    for (const address of found) {
      if (tried.has(address)) continue;
      if (/\/(entity|handlecheck)\//.test(address)) tried.add(address);
      const { status, json } = await call(address, { headers });
      t.is(status, 200, address);
      for (const href of hrefsIn(json)) found.add(href);
    }
    if (index > 0) return;
    for (const path of ['/event/39:', '/datacard/14:', '/entity/4:', `/character/${founder}/creditlog`]) {
      t.true(
        [...found].some((address) => address.startsWith(server.url + path)),
        path,
      );
    }
  });
}
