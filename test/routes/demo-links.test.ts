import test from 'ava';
import { loadDemo } from '../../src/demo/load-demo.js';
import { generate } from '../demo/demo-galaxy.js';
import { ask } from '../helpers/ask.js';
import { NOW, tokenFor } from '../helpers/galaxy.js';
import { sharedServer } from '../helpers/shared-server.js';

const GALAXY = { size: 0.1, seed: 1, now: NOW };
const { character, entity, datacard } = generate(GALAXY);
const factions = entity.map(({ uid }) => uid).filter((uid) => uid.startsWith('20:'));

const server = sharedServer({ empty: true, rateLimit: 1_000_000 }, ({ store }) => loadDemo(store, GALAXY));

/** The paths of everything that anybody can ask for. */
const everybody = [
  ...[...character, ...entity, ...datacard].map(({ uid }) => `/entity/${uid}`),
  ...character.flatMap(({ uid, name }) => [`/character/${uid}`, `/character/handlecheck/${encodeURIComponent(name)}`]),
];

test('every address in every answer to a founder of a faction of the demo answers', async (t) => {
  const tried = new Set<string>();
  for (const [index, faction] of factions.entries()) {
    const founder = `1:${index + 1}`;
    const lists = [`/character/${founder}/creditlog`, '/events/personal', '/events/personal/XP'];
    const own = ['/character', `/character/${founder}/credits`, `/character/${founder}/permissions`];
    const pages = lists.map((path) => `${path}?item_count=1000`);
    const found = new Set([...own, ...pages, `/datacards/${faction}`, ...(index === 0 ? everybody : [])]);
    const token = await tokenFor(server.store, founder, undefined, { clientId: 'demo' });
    // A set that grows while it is read is read to its end.
    for (const path of found) {
      if (tried.has(path)) continue;
      // These answers are the same for everybody.
      if (/^\/(entity|character\/handlecheck)\//.test(path)) tried.add(path);
      const { status, text } = await ask(server, `GET ${path}`, token);
      t.is(status, 200, path);
      for (const [, href = ''] of text.matchAll(/"href":"([^"]+)"/g)) found.add(href.slice(server.url.length));
    }
    for (const start of ['/event/39:', '/datacard/14:', '/entity/4:', `/character/${founder}/creditlog`])
      t.true(index > 0 || [...found].some((path) => path.startsWith(start)), start);
  }
});
