import { path, type SettingType, whole } from './setting.js';

/** The address of a service, without a slash at its end. */
export const url: SettingType<string> = {
  placeholder: 'url',
  accepted: 'an address such as https://example.org, without user, query or fragment',
  read(input) {
    let href = plainUrl(input)?.href;
    while (href?.endsWith('/')) href = href.slice(0, -1);
    return href;
  },
};

/** The issuer as its provider writes it: a slash at its end counts. */
export const issuer: SettingType<string> = {
  placeholder: 'url',
  accepted: 'an https address such as https://login.example.org, or http on 127.0.0.1',
  read(input) {
    const address = plainUrl(input);
    if (!address) return undefined;
    const isEncrypted = address.protocol === 'https:' || /^(localhost|127\.0\.0\.1|\[::1\])$/.test(address.hostname);
    return isEncrypted ? address.href : undefined;
  },
};

export const redisUrl: SettingType<string> = {
  placeholder: 'url',
  accepted: 'an address such as redis://127.0.0.1:6379 or rediss://user:password@redis.example.org/1, percent-encoded',
  read(input) {
    if (typeof input !== 'string' || !/^rediss?:\/\//.test(input) || !URL.canParse(input)) return undefined;
    const { hostname, pathname, search, hash, username, password } = new URL(input);
    // Query parameters would become options of the driver.
    if (!hostname || search || hash || !/^(\/\d{0,5})?$/.test(pathname)) return undefined;
    return /%(?![\da-f]{2})/i.test(username + password) ? undefined : input;
  },
};

export interface HostAndPort {
  host: string;
  /** 0 for any free port. */
  port: number;
}

const portNumber = whole('port', 0, 65_535);

export const hostAndPort: SettingType<HostAndPort> = {
  placeholder: '[host:]port',
  accepted: 'a port, or an address and a port such as 0.0.0.0:9080 or [::1]:9080',
  read(input, place) {
    const [, host = '127.0.0.1', digits] = /^(?:\[?([^[\]]+?)\]?:)?(\d+)$/.exec(String(input)) ?? [];
    const port = portNumber.read(digits, place);
    return port === undefined ? undefined : { host, port };
  },
};

export const origin: SettingType<string> = {
  placeholder: 'origin',
  accepted: 'an origin such as https://example.org, or *',
  read(input) {
    if (input === '*') return input;
    const address = parseUrl(input);
    return address && (input === address.origin || input === `${address.origin}/`) ? address.origin : undefined;
  },
};

/** The local part needs no escapes in a mailto: link. */
const EMAIL = /^[\w.!'*+=~-]+@[a-z\d-]+(\.[a-z\d-]+)+$/i;

export const contact: SettingType<string> = {
  placeholder: 'email|url',
  accepted: 'an email address such as host@example.org, or an address such as https://example.org/contact',
  read(input) {
    if (typeof input === 'string' && input.indexOf('@') <= 64 && EMAIL.test(input)) return input;
    const address = parseUrl(input);
    return address && !address.username && !address.password ? address.href : undefined;
  },
};

function plainUrl(input: unknown): URL | undefined {
  const address = parseUrl(input);
  return address?.username || address?.password || address?.search || address?.hash ? undefined : address;
}

function parseUrl(input: unknown): URL | undefined {
  if (typeof input !== 'string' || !/^https?:\/\//i.test(input) || !URL.canParse(input)) return undefined;
  return new URL(input);
}

/** A network or an address, normalized so that every parser understands it; never all addresses at once. */
export const network: SettingType<string> = {
  placeholder: 'cidr',
  accepted: 'a network such as 10.0.0.0/8 or fd00::/8, or an address',
  read(input) {
    const match = typeof input === 'string' ? /^([^/%]+)(?:\/([1-9]\d{0,2}))?$/.exec(input) : null;
    const [, address = '', bits] = match ?? [];
    // Only hosts need it, and loading it takes milliseconds.
    const family = process.getBuiltinModule('node:net').isIP(address);
    if (family === 0 || Number(bits ?? 0) > (family === 4 ? 32 : 128)) return undefined;
    const plain = family === 4 ? address : new URL(`http://[${address}]`).hostname.slice(1, -1);
    return bits === undefined ? plain : `${plain}/${bits}`;
  },
};

const file = path('file', 'a path', [':memory:']);

export const database: SettingType<string> = {
  placeholder: 'file|url',
  accepted: 'a path, or postgres://USER:PASSWORD@HOST/DATABASE with special characters percent-encoded',
  read(input, place) {
    // A scheme has two letters or more. As a path, “mysql://…” would become a folder named after a password.
    if (typeof input !== 'string' || !/^[a-z][a-z\d+.-]+:/i.test(input)) return file.read(input, place);
    return /^postgres(ql)?:\/\//i.test(input) && URL.canParse(input) ? input : undefined;
  },
};
