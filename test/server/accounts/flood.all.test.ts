import test from 'ava';
import { type Server, withServer } from '../../helpers/server.js';
import { accountFor, Visitor } from '../../helpers/visitor.js';

const crowded = { trustedProxies: ['127.0.0.1/32'] };

/** Sixty addresses that try wrong passwords without a pause, until they are stopped. */
async function flood({ url }: Server, name: string) {
  let refused = 0;
  let isOver = false;
  const attackers = await Promise.all(
    Array.from({ length: 60 }, async (_, at) => {
      const visitor = new Visitor(url, { 'X-Forwarded-For': `198.51.100.${at + 1}` });
      await visitor.visit('/account/sign-in');
      const [markup = ''] = visitor.forms();
      const [, token = ''] = /name="form_token" value="(\w+)"/.exec(markup) ?? [];
      return async () => {
        const body = new URLSearchParams({ form_token: token, name, password: 'a wrong password' });
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

test(
  'sixty addresses that try the name of a player do not take their session, and leave no sign-in without an answer',
  withServer,
  async (t, server) => {
    const { url, store } = server;
    await accountFor(store, 'Hana Veil');
    const player = new Visitor(url, { 'X-Forwarded-For': '203.0.113.99' });
    await player.signIn('Hana Veil');
    const { refused, end } = await flood(server, 'Hana Veil');
    try {
      t.true(refused() > 0, 'no more can wait');
      for (let time = 0; time < 4; time += 1) {
        t.is((await player.open('/account')).status, 200);
        const fresh = new Visitor(url, { 'X-Forwarded-For': `203.0.113.${time}` });
        const { status, headers } = await fresh.signIn('Hana Veil');
        t.true(status === 200 || (status === 503 && headers.get('Retry-After') === '5'), `got ${status}`);
      }
    } finally {
      await end();
    }
  },
  crowded,
);
