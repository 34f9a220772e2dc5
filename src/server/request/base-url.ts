import { isIPv6 } from 'node:net';
import type { StepContext } from '../state.js';

export interface AddressOptions {
  /** By default the URL that a request came in on. */
  publicUrl?: string | undefined;
}

const HOST = /^(?:[\w-]+(?:\.[\w-]+)*\.?|\[([\dA-Fa-f:.]+)\])(?::(\d{0,5}))?$/;

/** Returns true for a host name or an IP address, with or without a port. RFC 9112, section 3.2. */
export function isHost(text: string): boolean {
  const [found, ipv6, port = ''] = HOST.exec(text) ?? [];
  return found !== undefined && (ipv6 === undefined || isIPv6(ipv6)) && Number(port) <= 65_535;
}

export function baseUrl(ctx: StepContext, publicUrl: string | undefined): string {
  if (publicUrl !== undefined) return publicUrl;
  const scheme = ctx.state.isHttps ? 'https' : 'http';
  const { host } = ctx.state;
  if (host !== '') return `${scheme}://${host}`;
  const { localAddress = '127.0.0.1', localPort = 80 } = ctx.req.socket;
  return `${scheme}://${localAddress.includes(':') ? `[${localAddress}]` : localAddress}:${localPort}`;
}
