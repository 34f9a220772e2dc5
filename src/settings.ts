import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { contact, database, issuer, network, origin, redisUrl, url } from './settings/address-types.js';
import { type Environment, optional, type Setting, type SettingGroup, setting } from './settings/setting.js';
import { duration, either, list, oneOf, path, text, toggle, whole } from './settings/setting-type.js';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

const address = text('address', 'a host name or an IP address', /^[\w.:%-]+$/);

const port = whole('port', 0, 65_535);

const name = text('name', 'a name of letters, digits, “.”, “_” and “-”', /^[\w][\w.-]{0,63}$/);

/** A pattern in a string: a literal with Unicode properties is compiled at every start, for a twelfth of that of Node.js. */
const PROVIDER_NAME = String.raw`^[\p{L}\p{N}][\p{L}\p{M}\p{N} ._-]{0,39}$`;

/** The default database: a file in the data folder of the XDG base directories. */
const DATABASE = {
  of: (env: Environment) => join(baseFolder(env, 'XDG_DATA_HOME', '.local/share'), 'svcapi', 'svcapi.db'),
  shown: '~/.local/share/svcapi/svcapi.db',
};

/** A proxy keeps idle connections to reuse them: the server must not close them first. */
const KEEP_ALIVE = {
  of: (_: Environment, other: (name: string) => unknown) =>
    (other('trustedProxies') as readonly string[]).length > 0 ? 65 : 5,
  shown: '5, or 65 behind trusted proxies',
};

/** A load balancer needs a few seconds to see that the server is not ready. */
const DRAIN_DELAY = {
  of: (_: Environment, other: (name: string) => unknown) =>
    (other('trustedProxies') as readonly string[]).length > 0 ? 5 : 0,
  shown: '0, or 5 behind trusted proxies',
};

/** The host of the provider, for players. */
const ISSUER_NAME = {
  of(_: Environment, other: (name: string) => unknown): string {
    const issuer = other('oidcIssuer') as string | undefined;
    return issuer === undefined ? '' : new URL(issuer).hostname;
  },
  shown: 'the host of --oidc-issuer',
};

/** A fixed distance from the port of the service, so that several services on one machine do not collide. */
const METRICS_PORT = {
  of(_: Environment, other: (name: string) => unknown): number {
    const port = other('port') as number;
    if (port === 0) return 0;
    return port + 1000 <= 65_535 ? port + 1000 : port - 1000;
  },
  shown: 'the port of the service plus 1000',
};

/** The share of a limit that one client address may take, at least 1. */
function shareOf(setting: 'maxConnections' | 'maxRequests', divisor: number, shown: string) {
  return {
    of: (_: Environment, other: (name: string) => unknown) => Math.ceil((other(setting) as number) / divisor),
    shown,
  };
}

/**
 * Every setting: its group, type, default and description.
 *
 * A name has three spellings: `rateLimit` is the flag `--rate-limit`, the variable `SVCAPI_RATE_LIMIT` and the key
 * `rate-limit` of the config file.
 */
export const settings = {
  config: optional('program', path('file', 'a path'), 'read settings from this file', {
    sources: ['flag', 'variable'],
  }),

  database: setting('store', database, DATABASE, 'the database: a file, or the address of a PostgreSQL database', {
    secret: true,
  }),

  tokenDays: setting('token', whole('days', 1, 3650), 90, 'lifetime of a new token, in days'),

  host: setting('serve', address, '127.0.0.1', 'listen on this address'),
  port: setting('serve', port, 8080, 'listen on this port; 0 picks a free one'),
  publicUrl: optional('serve', url, 'public address of the service, for links in answers'),
  contact: optional('serve', contact, 'how clients reach the host, shown in the description and on the page'),
  trustedProxies: setting(
    'serve',
    list(network),
    [],
    'trust X-Forwarded-For and X-Forwarded-Proto from these proxies (CIDR)',
  ),
  oidcIssuer: optional('serve', issuer, 'let players sign in by this OpenID Connect provider'),
  oidcClientId: optional(
    'serve',
    text('id', 'up to 255 printable characters', /^[\x20-\x7e]{1,255}$/),
    'client id of the service at --oidc-issuer',
  ),
  oidcClientSecretFile: optional(
    'serve',
    path('file', 'a path'),
    'read the client secret for --oidc-issuer from this file',
  ),
  oidcName: setting(
    'serve',
    text('name', 'a name of 1 to 40 letters, digits, spaces, “.”, “_” and “-”', {
      test: (input) => new RegExp(PROVIDER_NAME, 'u').test(input),
    }),
    ISSUER_NAME,
    'name of the provider for players, such as Discord',
  ),
  oidcCreate: setting('serve', toggle, false, 'create an account for everybody whom --oidc-issuer signs in'),
  passwordsAtOnce: setting(
    'serve',
    whole('passwords', 1, 64),
    2,
    'passwords that are hashed at a time, each with 128 MB and for half a second',
  ),
  passwordsWaiting: setting('serve', whole('passwords', 1, 10_000), 40, 'maximum passwords that wait to be hashed'),
  rateLimit: setting('serve', whole('calls', 1, 1e9), 600, 'maximum calls of one address in a window, for each route'),
  rateWindow: setting('serve', duration(1, 31 * DAY), HOUR, 'length of a rate-limit window'),
  rateKeys: setting('serve', whole('number', 1, 1e8), 100_000, 'maximum rate-limit counters kept in memory'),
  accessTokenLifetime: setting('serve', duration(301, 30 * DAY), HOUR, 'lifetime of an access token from OAuth'),
  refreshTokenLifetime: setting(
    'serve',
    duration(HOUR, 3650 * DAY),
    90 * DAY,
    'lifetime of an unused refresh token of a program without a secret',
  ),
  grantLifetime: setting('serve', duration(DAY, 3650 * DAY), 365 * DAY, 'time after which a person must agree again'),
  redis: optional(
    'serve',
    redisUrl,
    'count calls in this Redis, shared by all instances; use the variable to keep its password out of the process list',
    { secret: true },
  ),
  redisPrefix: setting(
    'serve',
    text('prefix', 'up to 64 printable characters without spaces', /^[\x21-\x7e]{1,64}$/),
    'svcapi:',
    'prefix of all keys in Redis; services that share a Redis each need their own',
  ),
  blacklistAfter: setting(
    'serve',
    whole('calls', 1, 1e9),
    600,
    'blacklist an address after this many refused calls in one window',
  ),
  blacklistFor: setting('serve', duration(1, 3650 * DAY), 24 * HOUR, 'how long an address stays on the blacklist'),
  accessTokenParameter: setting(
    'serve',
    toggle,
    false,
    'also accept the token as the access_token query or form parameter',
  ),
  defaultFormat: setting(
    'serve',
    oneOf('format', ['json', 'xml'] as const),
    'json',
    'format of answers to clients that accept any, or send no Accept',
  ),
  corsOrigins: setting('serve', list(origin), ['*'], 'let web pages of these origins read the answers (CORS)'),
  keepEvents: optional('serve', duration(DAY, 36_500 * DAY), 'remove events older than this, and import none'),
  keepTransactions: optional(
    'serve',
    duration(DAY, 36_500 * DAY),
    'remove transactions older than this, and import none',
  ),
  removalGrace: setting(
    'serve',
    duration(0, 3650 * DAY),
    7 * DAY,
    'how long characters and factions that svcapi import --sync removed may come back with their accesses',
  ),
  logLevel: setting('serve', oneOf('level', LOG_LEVELS), 'info', 'lowest level that is logged'),
  requestLog: setting('serve', toggle, true, 'log a line for each request; --no-request-log turns this off'),
  metricsHost: setting('serve', address, '127.0.0.1', 'serve /metrics, for Prometheus, on this address'),
  metricsPort: setting(
    'serve',
    either(port, oneOf('', ['off'])),
    METRICS_PORT,
    'serve /metrics on this port; off disables it',
  ),
  answerCache: setting('serve', whole('megabytes', 0, 100_000), 16, 'memory for finished answers, in MB; 0 keeps none'),
  databaseConnections: setting('serve', whole('number', 2, 1000), 10, 'maximum connections to PostgreSQL'),
  maxConnections: setting('serve', whole('number', 1, 1e6), 1000, 'maximum open connections'),
  maxConnectionsPerAddress: setting(
    'serve',
    whole('number', 1, 1e6),
    shareOf('maxConnections', 10, 'a tenth of all: 100'),
    'maximum open connections of one client address; trusted proxies have none',
  ),
  maxRequests: setting('serve', whole('number', 1, 1e6), 200, 'maximum requests in flight; the rest get 503'),
  maxRequestsPerAddress: setting(
    'serve',
    whole('number', 1, 1e6),
    shareOf('maxRequests', 4, 'a quarter of all: 50'),
    'maximum requests in flight of one client address; the rest get 503',
  ),
  maxStreams: setting(
    'serve',
    whole('number', 1, 1e6),
    shareOf('maxConnections', 2, 'half of all connections: 500'),
    'maximum open streams of events and transactions; the rest get 503',
  ),
  maxStreamsPerToken: setting(
    'serve',
    whole('number', 1, 1e6),
    10,
    'maximum open streams of one token; the rest get 429',
  ),
  keepAliveTimeout: setting('serve', duration(1, HOUR), KEEP_ALIVE, 'close a connection that has been idle this long'),
  drainDelay: setting(
    'serve',
    duration(0, HOUR),
    DRAIN_DELAY,
    'after SIGTERM, keep serving this long while /readyz answers 503',
  ),
  shutdownTimeout: setting('serve', duration(0, HOUR), 10, 'how long shutdown waits for requests in flight'),

  url: setting('client', url, 'http://127.0.0.1:8080', 'address of the service'),
  profile: optional('client', name, 'use the address and the token stored under this name'),
  token: optional('client', text('token', 'a token', /^[\x21-\x7e]{1,4096}$/), 'token to send with every call', {
    sources: ['variable'],
    secret: true,
  }),
  tokenFile: optional(
    'client',
    path('file', 'a path, or - for standard input', ['-']),
    'read the token from this file',
  ),
  timeout: setting('client', duration(1, HOUR), 30, 'how long to wait for an answer'),
  debug: optional(
    'client',
    oneOf('what', ['api']),
    'show requests and answers with times on standard error, as --debug does',
    { sources: ['variable'] },
  ),
  retry: setting('client', toggle, false, 'when rate-limited, wait and try again'),
};

export type SettingName = keyof typeof settings;

/** The value of every setting. */
export type Settings = {
  readonly [N in SettingName]: (typeof settings)[N] extends Setting<infer T> ? T : never;
};

/** The names of the settings of a group. */
export type NamesOf<G extends SettingGroup> = {
  [N in SettingName]: (typeof settings)[N]['group'] extends G ? N : never;
}[SettingName];

/** Returns the names of the settings of a group, in their order. */
export function settingsOf<G extends SettingGroup>(group: G): NamesOf<G>[] {
  return (Object.keys(settings) as NamesOf<G>[]).filter((candidate) => settings[candidate].group === group);
}

/** The rest of a group of settings, once its reader has taken out all that it reads: a setting that nothing reads does not compile. */
export type NothingLeft = Readonly<Record<string, never>>;

/** Returns a base directory of the XDG specification, which ignores relative paths. */
export function baseFolder(env: Environment, variable: string, fallback: string): string {
  const folder = env[variable];
  return folder !== undefined && isAbsolute(folder) ? folder : join(homeFolder(env), fallback);
}

/** Returns the home folder of the user. */
export function homeFolder(env: Environment): string {
  return env.HOME || homedir();
}
