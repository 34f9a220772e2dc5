import test from 'ava';
import fc from 'fast-check';
import { normalizeAddress } from '../../../src/server/request/address.js';

test('an address counts as its IPv4 address or its network, which stays what it is', (t) => {
  for (const [text, address] of [
    [' 192.0.2.7 ', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::FFFF:c000:0207', '192.0.2.7'],
    ['0:0:0:0:0:ffff:192.0.2.7', '192.0.2.7'],
    ['2001:DB8:0001:2::', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8::/64'],
    ['0:0:1:0::5', '0:0:1::/64'],
    ['1:0:0:2::5', '1:0:0:2::/64'],
    ['::1', '::/64'],
    ['fe80::1%eth0', 'fe80::/64'],
    ['64:ff9b::192.0.2.7', '64:ff9b::/64'],
  ] as const)
    for (const each of [text, address]) t.is(normalizeAddress(each), address, `${text} ${each}`);
});

const none = `|unknown|example.org|192.0.2|192.0.2.256|192.0.2.07|0x7f000001|2130706433|192.0.2.7:80|192.0.2.7/32
  |::ffff:192.0.2.7/64|2001:db8::/48|2001:db8:::1|[2001:db8::1]|2001:db8::1 2001:db8::2`;

test('what is no address counts as none', (t) => {
  for (const text of none.split('|')) t.is(normalizeAddress(text), undefined, text);
});

test('two IPv6 addresses count as one exactly when their first 64 bits are the same', (t) => {
  const group = fc.integer({ min: 0, max: 0xffff });
  const half = fc.tuple(group, group, group, group).filter((parts) => parts.some((part) => part !== 0));
  const spell = (...halves: number[][]) => halves.flatMap((parts) => parts.map((part) => part.toString(16))).join(':');
  fc.assert(
    fc.property(half, half, half, half, (network, other, host, otherHost) => {
      t.is(normalizeAddress(spell(network, host)), normalizeAddress(spell(network, otherHost)));
      const isSame = spell(network) === spell(other);
      t.is(normalizeAddress(spell(network, host)) === normalizeAddress(spell(other, host)), isSame);
    }),
  );
});
