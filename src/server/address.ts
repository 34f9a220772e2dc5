import ipaddr from 'ipaddr.js';

/**
 * An address as callers are counted: an IPv4 address as it is, an IPv4-mapped IPv6 one as IPv4, and an IPv6 one as its
 * /64, such as `2001:db8:1:2::/64`, since one household or server has a whole /64. Nothing for what is no address.
 */
export function normalizeAddress(text: string): string | undefined {
  const plain = text.trim().replace(/\/64$/, '').replace(/%.*$/, '');
  if (!ipaddr.isValid(plain) || (!plain.includes(':') && !ipaddr.IPv4.isValidFourPartDecimal(plain))) return undefined;
  const address = ipaddr.process(plain);
  if (address instanceof ipaddr.IPv4) return address.toString();
  const [network] = [ipaddr.IPv6.networkAddressFromCIDR(`${address.toNormalizedString()}/64`)];
  return `${network.toString()}/64`;
}
