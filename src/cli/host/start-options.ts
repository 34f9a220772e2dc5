import { readFile } from 'node:fs/promises';
import { isLoopback } from '../../domain/url.js';
import { packageVersion } from '../../package.js';
import type { IdentityProviderOptions } from '../../server/accounts/openid-connect/identity-provider.js';
import type { StartOptions } from '../../server/start.js';
import type { NamesOf, Settings } from '../../settings/index.js';
import { reasonOf } from '../../system-error.js';
import { usageError } from '../exit-status.js';

export type ServeSettings = Pick<Settings, NamesOf<'serve'>>;

/** @param demoToken the page offers it only if no other machine reaches the service */
export function startOptions(
  settings: ServeSettings,
  oidc?: IdentityProviderOptions,
  demoToken?: string,
): StartOptions {
  const { redis, redisPrefix, rateWindow, keepAliveTimeout, drainDelay, shutdownTimeout, metricsPort } = settings;
  return {
    ...settings,
    ...(metricsPort ? { metricsHost: metricsPort.host, metricsPort: metricsPort.port } : { metricsPort: 'off' }),
    rateWindow: rateWindow * 1000,
    keepAliveTimeout: keepAliveTimeout * 1000,
    drainDelay: drainDelay * 1000,
    shutdownTimeout: shutdownTimeout * 1000,
    redis: redis === undefined ? undefined : { url: redis, prefix: redisPrefix },
    oidc,
    demoToken: isLocal(settings) ? demoToken : undefined,
    version: packageVersion(),
    preload: true,
  };
}

/** Returns true if no other machine reaches the service. */
export function isLocal({ host, unixSocket, trustedProxies, publicUrl }: ServeSettings): boolean {
  const hosts = [host, ...(publicUrl === undefined ? [] : [new URL(publicUrl).hostname])];
  return unixSocket === undefined && trustedProxies.length === 0 && hosts.every(isLoopback);
}

/** @throws {CliError} for a setting that is missing, and for a file that holds no secret */
export async function readOidc(settings: ServeSettings): Promise<IdentityProviderOptions | undefined> {
  const { oidcIssuer: issuer, oidcClientId: clientId, oidcClientSecretFile: file, oidcName, oidcCreate } = settings;
  if (issuer === undefined) {
    if (clientId === undefined && file === undefined && !oidcCreate) return undefined;
    throw usageError(
      '--oidc-client-id, --oidc-client-secret-file and --oidc-create need the provider; give --oidc-issuer',
    );
  }
  if (clientId === undefined || file === undefined)
    throw usageError(`--oidc-issuer ${issuer} needs a client; give --oidc-client-id and --oidc-client-secret-file`);
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw usageError(
      `cannot read --oidc-client-secret-file ${file}: ${reasonOf(error)}; give a file with only the secret, which this user can read`,
    );
  });
  const clientSecret = text.trim();
  if (!/^[\x21-\x7e]{1,1024}$/.test(clientSecret))
    throw usageError(`--oidc-client-secret-file ${file} holds no secret; give a file with one line, only the secret`);
  return { issuer, clientId, clientSecret, name: oidcName ?? new URL(issuer).hostname, create: oidcCreate };
}
