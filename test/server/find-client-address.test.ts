import { randomUUID } from 'node:crypto';
import { networkInterfaces } from 'node:os';
import test from 'ava';
import { RawClient } from '../helpers/raw.js';
import { type Server, serverWith } from '../helpers/server.js';
import { sharedServer } from '../helpers/shared-server.js';

/** Whose calls are counted: wire.md, “Rate limits”. The log says which address that is; request/address.test.ts has its spellings. */

const FORWARDED = 'X-Forwarded-For: ';

/** Calls with some header fields, each a line, and returns the address that the call was counted for. */
async function addressOf(server: Server, fields: string[], url = server.url): Promise<string> {
  const client = await RawClient.connect(url);
  const id = randomUUID();
  const lines = [...fields, `X-Request-Id: ${id}`, 'Host: localhost', 'Connection: close'];
  client.send(`GET /ws/v2.0/event/39:1 HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
  await client.answers();
  return JSON.parse(server.log.find((line) => line.includes(id)) ?? '{}').address;
}

/** The servers that the tables share: one that trusts nobody, one that trusts others, one behind its proxies. */
const alone = sharedServer({ rateLimit: 1e9 });
const elsewhere = sharedServer({ trustedProxies: ['10.0.0.0/8', '198.51.100.0/24', '::1/128'] });
const behind = sharedServer({ trustedProxies: ['127.0.0.1/32', '10.0.0.0/8', '2001:db8:ffff::/48'] });

test('an untrusted peer is not believed', async (t) => {
  for (const fields of [
    [`${FORWARDED}198.51.100.7, 192.0.2.1, 127.0.0.1`],
    ['Forwarded: for=198.51.100.7', 'X-Real-IP: 198.51.100.7', 'CF-Connecting-IP: 198.51.100.7'],
  ]) {
    t.is(await addressOf(alone, fields), '127.0.0.1');
    t.is(await addressOf(elsewhere, fields), '127.0.0.1');
  }
});

test('of what a trusted proxy reports, the first untrusted address from the right counts', async (t) => {
  for (const [forwarded, address] of [
    ['198.51.100.7', '198.51.100.7'],
    ['6.6.6.6, 198.51.100.7', '198.51.100.7'],
    ['10.0.0.9, 198.51.100.7', '198.51.100.7'],
    ['6.6.6.6,198.51.100.7 ,  10.0.0.3, 10.0.0.2', '198.51.100.7'],
    ['10.0.0.3, 10.0.0.2', '10.0.0.3'],
    [`6.6.6.6\r\n${FORWARDED}198.51.100.7\r\n${FORWARDED}10.0.0.2`, '198.51.100.7'],
    ['198.51.100.7:4711', '198.51.100.7'],
    ['198.51.100.7, 10.0.0.2:4711', '198.51.100.7'],
    ['[2001:db8:1:2::9]', '2001:db8:1:2::/64'],
    ['[2001:db8:1:2::9]:4711', '2001:db8:1:2::/64'],
    ['198.51.100.7, ::ffff:10.0.0.2', '198.51.100.7'],
    ['198.51.100.7, [2001:db8:ffff::1]:80', '198.51.100.7'],
    ['6.6.6.6, 11.0.0.2', '11.0.0.2'],
    // No address: the proxy itself counts, or the last one that is known.
    ...['', '%$;', ',,', 'unknown', '198.51.100', '3325256711', '0306.063.0144.07'].map((text) => [text, '127.0.0.1']),
    ['garbage, 198.51.100.7', '198.51.100.7'],
    ['198.51.100.7, garbage, 10.0.0.2', '10.0.0.2'],
    [`${'6.6.6.6,'.repeat(900)}198.51.100.7`, '198.51.100.7'],
  ] as [string, string][])
    t.is(await addressOf(behind, [FORWARDED + forwarded]), address, forwarded);
  t.is(await addressOf(behind, ['Forwarded: for=198.51.100.7', 'X-Real-IP: 198.51.100.7']), '127.0.0.1');
});

test('clients behind a proxy have their own windows, a /64 has one, and an untrusted client has one', async (t) => {
  const left = async (server: Server, address: string) =>
    (await server.call('/character', { headers: { [FORWARDED.slice(0, -2)]: address } })).headers.get(
      'x-ratelimit-remaining',
    );
  for (const [address, remaining] of [
    ['198.51.100.7', '599'],
    ['198.51.100.8', '599'],
    ['::ffff:198.51.100.8', '598'],
    ['2001:db8:1:2::1', '599'],
    ['2001:db8:1:2:ffff::2', '598'],
    ['2001:db8:1:3::1', '599'],
  ] as const)
    t.is(await left(behind, address), remaining, address);
  for (let call = 1; call <= 5; call++) t.is(await left(elsewhere, `198.51.100.${call}`), String(600 - call));
});

const hasIPv6 = Object.values(networkInterfaces()).some((addresses) =>
  addresses?.some(({ address }) => address === '::1'),
);
const onIPv6 = serverWith({ host: '::', trustedProxies: ['127.0.0.1/32'] });

(hasIPv6 ? test : test.skip)(
  'a peer and a proxy with IPv4 count as IPv4 on a socket for IPv6',
  onIPv6,
  async (t, server) => {
    const url = `http://127.0.0.1:${new URL(server.url).port}`;
    t.is(await addressOf(server, [], url), '127.0.0.1');
    t.is(await addressOf(server, [`${FORWARDED}198.51.100.7`], url), '198.51.100.7');
    t.is(await addressOf(server, [`${FORWARDED}198.51.100.7`], server.url.replace('[::]', '[::1]')), '::/64');
  },
);

const behindOne = serverWith({ trustedProxies: ['127.0.0.1'] });

test('one line warns when one address makes nearly all calls of an hour', behindOne, async (t, server) => {
  const client = await RawClient.connect(server.url);
  const call = async (count: number, address?: string) => {
    const forwarded = address === undefined ? '' : `${FORWARDED}${address}\r\n`;
    client.send(`GET /ws/v2.0/api/helloworld HTTP/1.1\r\nHost: localhost\r\n${forwarded}\r\n`.repeat(count));
    for (let answered = 0; answered < count; answered += 1) await client.answer();
  };
  const warnings = () => server.log.filter((line) => line.includes('nearly all calls')).map((line) => JSON.parse(line));
  const [one, other] = ['192.0.2.1', '192.0.2.7'];
  const hours: [count: number, address?: string][][] = [
    [[1100]],
    [[900, other]],
    [
      [600, one],
      [600, other],
    ],
  ];
  for (const calls of [
    ...hours,
    [
      [1000, other],
      [20, one],
    ] as [number, string][],
  ]) {
    t.deepEqual(warnings(), []);
    for (const each of calls) await call(...each);
    server.time.now += 3_600_000;
  }
  await call(1, '192.0.2.9');
  t.like(warnings(), [{ level: 'warn', address: other }]);
  await call(1100, other);
  server.time.now += 3_600_000;
  await call(1, other);
  t.is(warnings().length, 1);
  await client.close();
});
