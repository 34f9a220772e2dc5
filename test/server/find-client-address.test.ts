import { randomUUID } from 'node:crypto';
import { networkInterfaces } from 'node:os';
import test from 'ava';
import { RawClient } from '../helpers/raw.js';
import { type Server, serverWith, withServer } from '../helpers/server.js';
import { sharedServer } from '../helpers/shared-server.js';

/** Whose calls are counted: wire.md, “Rate limits”. The log says which address that is. */

/** Calls with some header fields, each a line, and answers the address that the call was counted for. */
async function addressOf(server: Server, fields: string[], url = server.url): Promise<string> {
  const client = await RawClient.connect(url);
  const id = randomUUID();
  const lines = [...fields, `X-Request-Id: ${id}`, 'Host: localhost', 'Connection: close'];
  client.send(`GET /ws/v2.0/event/39:1 HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
  await client.answers();
  const lineOf = server.log.map((line) => JSON.parse(line)).find((line) => line.requestId === id);
  return lineOf.address;
}

/** The servers that the tables share: one that trusts nobody, one that trusts others, one behind its proxies. */
const alone = sharedServer({ rateLimit: 1e9 });
const elsewhere = sharedServer({ trustedProxies: ['10.0.0.0/8', '198.51.100.0/24', '::1/128'] });
const behind = sharedServer({ trustedProxies: ['127.0.0.1/32', '10.0.0.0/8', '2001:db8:ffff::/48'] });

const FORWARDED = 'X-Forwarded-For: ';

test('an untrusted peer is not believed', async (t) => {
  for (const fields of [
    [`${FORWARDED}198.51.100.7`],
    [`${FORWARDED}198.51.100.7, 192.0.2.1, 127.0.0.1`],
    [`${FORWARDED}%$;`],
    ['Forwarded: for=198.51.100.7', 'X-Real-IP: 198.51.100.7', 'CF-Connecting-IP: 198.51.100.7'],
  ]) {
    t.is(await addressOf(alone, fields), '127.0.0.1');
    t.is(await addressOf(elsewhere, fields), '127.0.0.1');
  }
});

/** Behind the proxies 127.0.0.1, 10.0.0.0/8 and 2001:db8:ffff::/48. */
const behindProxies: [title: string, forwarded: string | string[], address: string][] = [
  ['no field', [], '127.0.0.1'],
  ['one address', '198.51.100.7', '198.51.100.7'],
  ['an address that the client made up', '6.6.6.6, 198.51.100.7', '198.51.100.7'],
  ['a made-up address of a proxy', '10.0.0.9, 198.51.100.7', '198.51.100.7'],
  ['a chain of proxies', '6.6.6.6, 198.51.100.7, 10.0.0.3, 10.0.0.2', '198.51.100.7'],
  ['proxies alone', '10.0.0.3, 10.0.0.2', '10.0.0.3'],
  ['several fields', [`${FORWARDED}6.6.6.6`, `${FORWARDED}198.51.100.7`, `${FORWARDED}10.0.0.2`], '198.51.100.7'],
  ['tight and wide commas', '6.6.6.6,198.51.100.7 ,  10.0.0.2', '198.51.100.7'],
  ['other fields', ['Forwarded: for=198.51.100.7', 'X-Real-IP: 198.51.100.7'], '127.0.0.1'],
  ['a port', '198.51.100.7:4711', '198.51.100.7'],
  ['a port of a proxy', '198.51.100.7, 10.0.0.2:4711', '198.51.100.7'],
  ['IPv6', '2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['IPv6 in brackets', '[2001:db8:1:2::9]', '2001:db8:1:2::/64'],
  ['IPv6 with a port', '[2001:db8:1:2::9]:4711', '2001:db8:1:2::/64'],
  ['IPv6 in capitals', '2001:0DB8:0001:0002::', '2001:db8:1:2::/64'],
  ['IPv4 mapped into IPv6', '::ffff:198.51.100.7', '198.51.100.7'],
  ['IPv4 mapped in hexadecimal', '::ffff:c633:6407', '198.51.100.7'],
  ['a proxy mapped into IPv6', '198.51.100.7, ::ffff:10.0.0.2', '198.51.100.7'],
  ['a proxy with IPv6', '198.51.100.7, 2001:db8:ffff::1', '198.51.100.7'],
  ['a proxy with IPv6 and a port', '198.51.100.7, [2001:db8:ffff::1]:80', '198.51.100.7'],
  ['a neighbour of the proxies', '6.6.6.6, 11.0.0.2', '11.0.0.2'],
  ['garbage', '%$;', '127.0.0.1'],
  ['nothing between commas', ',,', '127.0.0.1'],
  ['unknown', 'unknown', '127.0.0.1'],
  ['a hidden name', '_hidden', '127.0.0.1'],
  ['half an address', '198.51.100', '127.0.0.1'],
  ['a number', '3325256711', '127.0.0.1'],
  ['an octal address', '0306.063.0144.07', '127.0.0.1'],
  ['a hexadecimal address', '0xc6336407', '127.0.0.1'],
  ['an address beyond 255', '198.51.100.256', '127.0.0.1'],
  ['garbage on the left', 'garbage, 198.51.100.7', '198.51.100.7'],
  ['garbage behind a proxy', '198.51.100.7, garbage, 10.0.0.2', '10.0.0.2'],
  ['a thousand addresses', `${'6.6.6.6,'.repeat(900)}198.51.100.7`, '198.51.100.7'],
];

for (const [title, forwarded, address] of behindProxies) {
  test(`a trusted proxy reports ${title}: ${address}`, async (t) => {
    const fields = typeof forwarded === 'string' ? [FORWARDED + forwarded] : forwarded;
    t.is(await addressOf(behind, fields), address);
  });
}

async function left(server: Server, forwardedFor: string): Promise<string | null> {
  const answer = await server.call('/character', { headers: { 'X-Forwarded-For': forwardedFor } });
  return answer.headers.get('x-ratelimit-remaining');
}

test('an untrusted client with invented addresses has one window', withServer, async (t, server) => {
  for (let call = 1; call <= 20; call++) {
    t.is(await left(server, `198.51.100.${call}, 2001:db8::${call}`), String(600 - call));
  }
});

const proxied = serverWith({ trustedProxies: ['127.0.0.0/8'] });

test('clients behind a proxy have their own windows, and a /64 has one', proxied, async (t, server) => {
  t.is(await left(server, '198.51.100.7'), '599');
  t.is(await left(server, '198.51.100.8'), '599');
  t.is(await left(server, '::ffff:198.51.100.8'), '598');
  t.is(await left(server, '2001:db8:1:2::1'), '599');
  t.is(await left(server, '2001:db8:1:2:ffff::2'), '598');
  t.is(await left(server, '2001:db8:1:3::1'), '599');
});

const hasIPv6 = Object.values(networkInterfaces()).some((addresses) =>
  addresses?.some(({ address }) => address === '::1'),
);
const testIPv6 = hasIPv6 ? test : test.skip;

testIPv6('a peer with IPv4 on a socket for IPv6 counts as IPv4', serverWith({ host: '::' }), async (t, server) => {
  const url = `http://127.0.0.1:${new URL(server.url).port}`;
  t.is(await addressOf(server, [], url), '127.0.0.1');
  t.is(await addressOf(server, [], server.url.replace('[::]', '[::1]')), '::/64');
});

const onIPv6 = serverWith({ host: '::', trustedProxies: ['127.0.0.1/32'] });

testIPv6('a proxy is trusted by IPv4 on a socket for IPv6, too', onIPv6, async (t, server) => {
  const url = `http://127.0.0.1:${new URL(server.url).port}`;
  t.is(await addressOf(server, [`${FORWARDED}198.51.100.7`], url), '198.51.100.7');
});

const behindOne = serverWith({ trustedProxies: ['127.0.0.1'] });

test('one line warns when one address makes nearly all calls of an hour', behindOne, async (t, server) => {
  const client = await RawClient.connect(server.url);
  const call = async (count: number, forwarded: string) => {
    client.send(`GET /ws/v2.0/api/helloworld HTTP/1.1\r\nHost: localhost\r\n${forwarded}\r\n`.repeat(count));
    for (let answered = 0; answered < count; answered += 1) await client.answer();
  };
  const warnings = () => server.log.filter((line) => line.includes('nearly all calls'));
  const [one, other] = [`${FORWARDED}192.0.2.1\r\n`, `${FORWARDED}192.0.2.7\r\n`];
  const hours: [count: number, forwarded: string][][] = [[[1100, '']], [[900, other]]];
  hours.push(
    [
      [600, one],
      [600, other],
    ],
    [
      [1000, other],
      [20, one],
    ],
  );
  for (const calls of hours) {
    t.deepEqual(warnings(), []);
    for (const [count, forwarded] of calls) await call(count, forwarded);
    server.time.now += 3_600_000;
  }
  await call(1, `${FORWARDED}192.0.2.9\r\n`);
  t.is(warnings().length, 1);
  t.like(JSON.parse(warnings()[0] ?? ''), { level: 'warn', address: '192.0.2.7' });
  await call(1100, `${FORWARDED}192.0.2.7\r\n`);
  server.time.now += 3_600_000;
  await call(1, `${FORWARDED}192.0.2.7\r\n`);
  t.is(warnings().length, 1);
  await client.close();
});
