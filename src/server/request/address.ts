import { isIPv4, isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';
import proxyaddr from 'proxy-addr';

/**
 * Normalizes a client address: an IPv4 address, also one mapped into IPv6, stays as it is; an IPv6 address becomes its /64,
 * since one household or server has a whole /64. Wire contract, “Rate limits”.
 *
 * @returns such as `192.0.2.7` or `2001:db8:1:2::/64`, or undefined for a text that is no address
 */
export function normalizeAddress(text: string): string | undefined {
  const plain = text.trim();
  if (isIPv4(plain)) return plain;
  const address = plain.replace(/\/64$/, '');
  if (!isIPv6(address)) return undefined;
  const parsed = ipaddr.IPv6.parse(address);
  if (parsed.isIPv4MappedAddress()) return address === plain ? parsed.toIPv4Address().toString() : undefined;
  const network = new ipaddr.IPv6([...parsed.parts.slice(0, 4), 0, 0, 0, 0]);
  return `${network.toString()}/64`;
}

/** Returns true for the address of a trusted proxy, with or without a port. */
export type IsTrusted = (address: string) => boolean;

/** Creates the test for the addresses of trusted proxies, which are given as CIDR. */
export function trustIn(trustedProxies: readonly string[]): IsTrusted {
  const trust = proxyaddr.compile([...trustedProxies]);
  return (address) => trust(withoutPort(address), 0);
}

/** Removes the port that some proxies report: `192.0.2.7:4711`, `[2001:db8::7]:4711`. */
export function withoutPort(address: string): string {
  return /^\[(.+)\](?::\d+)?$/.exec(address)?.[1] ?? /^([\d.]+):\d+$/.exec(address)?.[1] ?? address;
}
