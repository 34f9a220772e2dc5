import { isLoopback } from '../../domain/url.js';
import { packageVersion } from '../../package.js';
import type { IdentityProviderOptions } from '../../server/accounts/openid-connect/identity-provider.js';
import type { StartOptions } from '../../server/start.js';
import type { NamesOf, Settings } from '../../settings/index.js';

/** The settings that `serve` reads beside its database. */
export type ServeSettings = Pick<Settings, NamesOf<'serve'>>;

/**
 * Translates settings into the options of the server, which counts time in milliseconds.
 *
 * @param oidc the provider that players sign in by, whose settings are read apart (`read-oidc.ts`)
 * @param demoToken the token of a demo galaxy, which the page offers if no other machine reaches the service
 *
 * The server must have an option for each setting that is not taken out here: one that nothing reads does not compile.
 */
export function startOptions(
  settings: ServeSettings,
  oidc?: IdentityProviderOptions,
  demoToken?: string,
): StartOptions {
  const { logLevel: _, databaseConnections: __, redis, redisPrefix, ...others } = settings;
  const { oidcIssuer: _i, oidcClientId: _c, oidcClientSecretFile: _s, oidcName: _n, oidcCreate: _k, ...rest } = others;
  const { rateWindow, keepAliveTimeout, drainDelay, shutdownTimeout, metricsPort, ...same } = rest;
  const unchanged: Pick<StartOptions, keyof typeof same> = same;
  return {
    ...unchanged,
    ...(metricsPort === 'off' ? { metricsPort } : { metricsHost: metricsPort.host, metricsPort: metricsPort.port }),
    rateWindow: rateWindow * 1000,
    keepAliveTimeout: keepAliveTimeout * 1000,
    drainDelay: drainDelay * 1000,
    shutdownTimeout: shutdownTimeout * 1000,
    redis: redis === undefined ? undefined : { url: redis, prefix: redisPrefix },
    oidc,
    demoToken: isReachedLocally(settings) ? demoToken : undefined,
    version: packageVersion(),
    preload: true,
  };
}

/** Returns true for a service that only this machine reaches, as far as its settings say. */
function isReachedLocally({ host, trustedProxies, publicUrl }: ServeSettings): boolean {
  const hosts = [host, ...(publicUrl === undefined ? [] : [new URL(publicUrl).hostname])];
  return trustedProxies.length === 0 && hosts.every(isLoopback);
}
