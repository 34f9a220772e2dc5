import test from 'ava';
import { type Server, withServer } from '../../helpers/server.js';
import { accountFor, Visitor } from '../../helpers/visitor.js';

/** Each name costs the work of a hash of the server, of which one is made at a time, and one waits. */
const crowded = {
  trustedProxies: ['127.0.0.1/32'],
  passwordCost: { ln: 14, r: 8, p: 1 },
  passwordsAtOnce: 1,
  passwordsWaiting: 1,
};

/** Sixty addresses that try wrong passwords without a pause, until they are stopped. */
async function flood({ url }: Server, nameOf: (address: number) => string) {
  let refused = 0;
  let isOver = false;
  const attackers = await Promise.all(
    Array.from({ length: 60 }, async (_, at) => {
      const visitor = new Visitor(url, { 'X-Forwarded-For': `198.51.100.${at + 1}` });
      await visitor.visit('/account/sign-in');
      const [markup = ''] = visitor.forms();
      const [, token = ''] = /name="form_token" value="(\w+)"/.exec(markup) ?? [];
      return async () => {
        const body = new URLSearchParams({ form_token: token, name: nameOf(at), password: 'a wrong password' });
        if ((await visitor.post(`${url}/account/sign-in`, body)).status === 503) refused += 1;
      };
    }),
  );
  await Promise.all(attackers.map((attack) => attack()));
  const going = attackers.map(async (attack) => {
    while (!isOver) await attack();
  });
  return {
    refused: () => refused,
    async end() {
      isOver = true;
      await Promise.all(going);
    },
  };
}

for (const [title, nameOf] of [
  ['names that nobody has', (at: number) => `nobody ${at}`],
  ['the name of the player', () => 'Hana Veil'],
] as const) {
  test(
    `sixty addresses that try ${title} do not keep a player out, in a new browser or in a known one`,
    withServer,
    async (t, server) => {
      const { url, store } = server;
      await accountFor(store, 'Hana Veil');
      const known = new Visitor(url, { 'X-Forwarded-For': '203.0.113.99' });
      await known.signIn('Hana Veil');
      await known.signOut();
      const { refused, end } = await flood(server, nameOf);
      try {
        t.true(refused() > 0, 'no more can wait');
        for (let time = 0; time < 4; time += 1) {
          const fresh = new Visitor(url, { 'X-Forwarded-For': `203.0.113.${time}` });
          t.is((await fresh.signIn('Hana Veil')).status, 200, `a new browser, ${time}`);
          t.is((await known.signIn('Hana Veil')).status, 200, `a known browser, ${time}`);
          await known.signOut();
        }
      } finally {
        await end();
      }
    },
    crowded,
  );
}
