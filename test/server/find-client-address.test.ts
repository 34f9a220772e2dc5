import { randomUUID } from 'node:crypto';
import { networkInterfaces } from 'node:os';
import test from 'ava';
import { normalizeAddress } from '../../src/server/request/address.js';
import { needs } from '../helpers/needs.js';
import { RawClient } from '../helpers/raw.js';
import { type Server, serverWith } from '../helpers/server.js';
import { sharedServer } from '../helpers/shared-server.js';

/** Whose calls are counted: wire.md, “Rate limits”. The log says which address that is. */

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
  const others = ['Forwarded: for=198.51.100.7', 'X-Real-IP: 198.51.100.7', 'CF-Connecting-IP: 198.51.100.7'];
  for (const fields of [[`${FORWARDED}198.51.100.7, 192.0.2.1, 127.0.0.1`], others])
    for (const server of [alone, elsewhere]) t.is(await addressOf(server, fields), '127.0.0.1');
  t.is(await addressOf(behind, others), '127.0.0.1', 'nor these fields of a proxy');
});

/** What a proxy reports, by the address that counts; where it reports none, the proxy itself counts, or the last one that is known. */
const reported: Record<string, string> = {
  '198.51.100.7': `198.51.100.7|6.6.6.6, 198.51.100.7|10.0.0.9, 198.51.100.7|198.51.100.7:4711|garbage, 198.51.100.7
    |6.6.6.6,198.51.100.7 ,  10.0.0.3, 10.0.0.2|198.51.100.7, 10.0.0.2:4711|198.51.100.7, ::ffff:10.0.0.2
    |198.51.100.7, [2001:db8:ffff::1]:80|${'6.6.6.6,'.repeat(900)}198.51.100.7
    |6.6.6.6\r\n${FORWARDED}198.51.100.7\r\n${FORWARDED}10.0.0.2`,
  '10.0.0.3': '10.0.0.3, 10.0.0.2',
  '2001:db8:1:2::/64': '[2001:db8:1:2::9]|[2001:db8:1:2::9]:4711',
  '11.0.0.2': '6.6.6.6, 11.0.0.2',
  '127.0.0.1': '|%$;|,,|unknown|198.51.100|3325256711|0306.063.0144.07',
  '10.0.0.2': '198.51.100.7, garbage, 10.0.0.2',
};

test('of what a trusted proxy reports, the first untrusted address from the right counts', async (t) => {
  for (const [address, texts] of Object.entries(reported))
    for (const text of texts.split(/\n? *\|/)) t.is(await addressOf(behind, [FORWARDED + text]), address, text);
});

const hasIPv6 = Object.values(networkInterfaces()).some((each) => each?.some(({ address }) => address === '::1'));
const onIPv6 = serverWith({ host: '::', trustedProxies: ['127.0.0.1/32'] });

needs('IPv6', hasIPv6)('a peer and a proxy with IPv4 count as IPv4 on a socket for IPv6', onIPv6, async (t, server) => {
  const url = `http://127.0.0.1:${new URL(server.url).port}`;
  t.is(await addressOf(server, [], url), '127.0.0.1');
  t.is(await addressOf(server, [`${FORWARDED}198.51.100.7`], url), '198.51.100.7');
  t.is(await addressOf(server, [`${FORWARDED}198.51.100.7`], server.url.replace('[::]', '[::1]')), '::/64');
});

test('an address counts as its IPv4 address or its network, which stays what it is', (t) => {
  for (const row of [
    ...[' 192.0.2.7 =192.0.2.7', '::FFFF:c000:0207=192.0.2.7', '0:0:0:0:0:ffff:192.0.2.7=192.0.2.7'],
    ...['2001:DB8:0001:2::=2001:db8:1:2::/64', '2001:db8::1=2001:db8::/64', '0:0:1:0::5=0:0:1::/64', '::1=::/64'],
    ...['1:0:0:2::5=1:0:0:2::/64', 'fe80::1%eth0=fe80::/64', '64:ff9b::192.0.2.7=64:ff9b::/64'],
  ]) {
    const [text = '', address = ''] = row.split('=');
    for (const each of [text, address]) t.is(normalizeAddress(each), address, row);
  }
  const none = `|unknown|example.org|192.0.2|192.0.2.256|192.0.2.07|0x7f000001|2130706433|192.0.2.7:80|192.0.2.7/32
    |::ffff:192.0.2.7/64|2001:db8::/48|2001:db8:::1|[2001:db8::1]|2001:db8::1 2001:db8::2`;
  for (const text of none.split('|')) t.is(normalizeAddress(text), undefined, text);
});
