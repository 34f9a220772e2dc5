import type { Random } from '../../src/demo/random.js';

/** The proxies that the services trust: the trial itself, and a network that it pretends to be. */
export const TRUSTED = '127.0.0.1/32,10.0.0.0/8';

/** A client as the trial names it in X-Forwarded-For: one address, of which it returns a spelling. */
export type ClientAddress = { spell(random: Random): string };

/** Returns a client of a number: of 2^21, half of them with IPv4 and half with IPv6. */
export function clientOf(number: number): ClientAddress {
  const [high, low] = [(number >> 8) & 0xff, number & 0xff];
  return number % 2 === 0 ? clientWithIPv4(`198.${18 + ((number >> 16) & 1)}.${high}.${low}`) : clientWithIPv6(number);
}

function clientWithIPv4(address: string): ClientAddress {
  const hex = address.split('.').map((part) => Number(part).toString(16).padStart(2, '0'));
  const mapped = `::ffff:${hex[0]}${hex[1]}:${hex[2]}${hex[3]}`;
  return {
    spell: (random) =>
      throughProxies(
        random,
        random.pick([address, address, `${address}:4711`, `::ffff:${address}`, mapped, mapped.toUpperCase()]),
      ),
  };
}

/** A client may use any address of its /64. */
function clientWithIPv6(number: number): ClientAddress {
  const [third, fourth] = [(number >> 16).toString(16), (number & 0xffff).toString(16)];
  return {
    spell(random) {
      const [one, other] = [random.below(0xffff).toString(16), (1 + random.below(0xfffe)).toString(16)];
      const short = `2001:db8:${third}:${fourth}::${other}`;
      const full = ['2001', '0db8', third, fourth, '0', one, '0', other].map((part) => part.padStart(4, '0')).join(':');
      return throughProxies(random, random.pick([short, full, full.toUpperCase(), `[${short}]`, `[${full}]:4711`]));
    },
  };
}

/** Puts forged addresses in front of an address, and proxies behind it. */
function throughProxies(random: Random, address: string): string {
  const forged = random.chance(0.2) ? `6.6.6.${random.below(250)}, ` : '';
  const proxies = random.chance(0.2) ? random.pick([', 10.0.0.3', ',10.1.2.3 ,  10.0.0.2']) : '';
  return `${forged}${address}${proxies}`;
}

/** A path with a limit, and spellings of it. */
export const PATHS: Record<string, readonly [string, ...string[]]> = {
  entity: ['/entity/4:1', '/entity/4%3A1', '/ENTITY/4:1/', '/entity/4:1.xml', '/entity/4:2?format=json'],
  handle: ['/character/handlecheck/dorn', '/Character/HandleCheck/Dorn/', '/character/handlecheck/dorn.json'],
};
