import { contact, hostAndPort, issuer, network, origin, redisUrl, url } from './address-types.js';
import { duration, type Environment, list, oneOf, optional, path, setting, text, toggle, whole } from './setting.js';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

const address = text('address', 'a host name or an IP address', /^[\w.:%-]+$/);

const port = whole('port', 0, 65_535);

/** A load balancer needs a few seconds to see that the server is not ready. */
const DRAIN_DELAY = {
  of: (_: Environment, other: (name: string) => unknown) =>
    (other('trustedProxies') as readonly string[]).length > 0 || other('unixSocket') !== undefined ? 5 : 0,
  shown: '0, or 5 behind trusted proxies',
};

function shareOf(setting: 'maxConnections' | 'maxRequests', divisor: number, shown: string) {
  return {
    of: (_: Environment, other: (name: string) => unknown) => Math.ceil((other(setting) as number) / divisor),
    shown,
  };
}

export const serverSettings = {
  host: setting(address, '127.0.0.1', 'listen on this address'),
  port: setting(port, 8080, 'listen on this port; 0 picks a free one'),
  unixSocket: optional(path('file', 'a path'), 'listen on this Unix socket instead, whose peer is a trusted proxy'),
  publicUrl: optional(url, 'public address of the service, for links in answers'),
  contact: optional(contact, 'how clients reach the host, shown in the description and on the page'),
  trustedProxies: setting(list(network), [], 'trust X-Forwarded-For and X-Forwarded-Proto from these proxies (CIDR)'),
  oidcIssuer: optional(issuer, 'let players sign in by this OpenID Connect provider'),
  oidcClientId: optional(
    text('id', 'up to 255 printable characters', /^[\x20-\x7e]{1,255}$/),
    'client id of the service at --oidc-issuer',
  ),
  oidcClientSecretFile: optional(path('file', 'a path'), 'read the client secret for --oidc-issuer from this file'),
  oidcName: optional(
    text('name', 'a name of 1 to 40 characters', /^[ -~\u00a0-\uffff]{1,40}$/),
    'name of the provider for players, such as Discord; by default its host',
  ),
  oidcCreate: setting(toggle, false, 'create an account for everybody whom --oidc-issuer signs in'),
  rateLimit: setting(whole('calls', 1, 1e9), 600, 'maximum calls of one address in a window, for each route'),
  rateWindow: setting(duration(1, 31 * DAY), HOUR, 'length of a rate-limit window'),
  accessTokenLifetime: setting(duration(301, 30 * DAY), HOUR, 'lifetime of an access token from OAuth'),
  refreshTokenLifetime: setting(
    duration(HOUR, 3650 * DAY),
    90 * DAY,
    'lifetime of an unused refresh token of a program without a secret',
  ),
  grantLifetime: setting(duration(DAY, 3650 * DAY), 365 * DAY, 'time after which a person must agree again'),
  redis: optional(
    redisUrl,
    'count calls in this Redis, shared by all instances; use the variable to keep its password out of the process list',
    { secret: true },
  ),
  redisPrefix: setting(
    text('prefix', 'up to 64 printable characters without spaces', /^[\x21-\x7e]{1,64}$/),
    'svcapi:',
    'prefix of all keys in Redis; services that share a Redis each need their own',
  ),
  blacklistAfter: setting(whole('calls', 1, 1e9), 600, 'blacklist an address after N refused calls in one window'),
  blacklistFor: setting(duration(1, 3650 * DAY), 24 * HOUR, 'how long an address stays on the blacklist'),
  accessTokenParameter: setting(toggle, false, 'also accept the token as the access_token query or form parameter'),
  defaultFormat: setting(
    oneOf('format', ['json', 'xml'] as const),
    'json',
    'format of answers to clients that accept any, or send no Accept',
  ),
  corsOrigins: setting(list(origin), ['*'], 'let web pages of these origins read the answers (CORS)'),
  keepEvents: optional(duration(DAY, 36_500 * DAY), 'remove events older than this, and import none'),
  keepTransactions: optional(duration(DAY, 36_500 * DAY), 'remove transactions older than this, and import none'),
  logLevel: setting(oneOf('level', LOG_LEVELS), 'info', 'lowest level that is logged'),
  requestLog: setting(toggle, true, 'log a line for each request; --no-request-log turns this off'),
  metricsPort: optional(hostAndPort, 'serve /metrics, for Prometheus, on this port of 127.0.0.1 or of another address'),
  databaseConnections: setting(whole('number', 2, 1000), 10, 'maximum connections to PostgreSQL'),
  maxConnections: setting(whole('number', 1, 1e6), 1000, 'maximum open connections'),
  maxConnectionsPerAddress: setting(
    whole('number', 1, 1e6),
    shareOf('maxConnections', 10, 'a tenth of all: 100'),
    'maximum open connections of one client address; trusted proxies have none',
  ),
  maxRequests: setting(whole('number', 1, 1e6), 200, 'maximum requests in flight; the rest get 503'),
  maxStreams: setting(
    whole('number', 1, 1e6),
    shareOf('maxConnections', 2, 'half of all connections: 500'),
    'maximum open streams of events and transactions; the rest get 503',
  ),
  keepAliveTimeout: setting(duration(1, HOUR), 65, 'close a connection that has been idle this long'),
  drainDelay: setting(
    duration(0, HOUR),
    DRAIN_DELAY,
    'after SIGTERM, keep serving this long while /readyz answers 503',
  ),
  shutdownTimeout: setting(duration(0, HOUR), 10, 'how long shutdown waits for requests in flight'),
};
