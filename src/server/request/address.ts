import { isIPv4, isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';
import proxyaddr from 'proxy-addr';

/** Unmaps an IPv4 address, and reduces an IPv6 address to its /64, since one household has a whole /64. */
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

/** Accepts an address with or without a port. */
export type IsTrusted = (address: string | undefined) => boolean;

export interface TrustOptions {
  trustedProxies: readonly string[];
  unixSocket?: string | undefined;
}

/** A peer without an address is a proxy at the Unix socket, or else a connection that is closed already. */
export function trustIn({ trustedProxies, unixSocket }: TrustOptions): IsTrusted {
  const trust = proxyaddr.compile([...trustedProxies]);
  return (address = '') => (address === '' ? unixSocket !== undefined : trust(withoutPort(address), 0));
}

/** Removes the port that some proxies report: `192.0.2.7:4711`, `[2001:db8::7]:4711`. */
export function withoutPort(address: string): string {
  return /^\[(.+)\](?::\d+)?$/.exec(address)?.[1] ?? /^([\d.]+):\d+$/.exec(address)?.[1] ?? address;
}
