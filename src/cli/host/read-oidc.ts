import { readFile } from 'node:fs/promises';
import type { IdentityProviderOptions } from '../../server/accounts/openid-connect/identity-provider.js';
import { reasonOf } from '../../system-error.js';
import { usageError } from '../cli-error.js';
import type { ServeSettings } from './start-options.js';

/** The settings of the provider. */
export type OidcSettings = Pick<
  ServeSettings,
  'oidcIssuer' | 'oidcClientId' | 'oidcClientSecretFile' | 'oidcName' | 'oidcCreate'
>;

/**
 * Reads the provider that players sign in by, with the secret of the service there; returns undefined if there is none.
 *
 * @throws {CliError} for a setting that is missing, and for a file that holds no secret
 */
export async function readOidc(settings: OidcSettings): Promise<IdentityProviderOptions | undefined> {
  const { oidcIssuer: issuer, oidcClientId: clientId, oidcClientSecretFile: file, oidcName, oidcCreate } = settings;
  if (issuer === undefined) {
    if (clientId === undefined && file === undefined && !oidcCreate) return undefined;
    throw usageError(
      '--oidc-client-id, --oidc-client-secret-file and --oidc-create need the provider; give --oidc-issuer',
    );
  }
  if (clientId === undefined) throw usageError(`--oidc-issuer ${issuer} needs a client; give --oidc-client-id`);
  if (file === undefined) throw usageError(`--oidc-issuer ${issuer} needs a secret; give --oidc-client-secret-file`);
  return { issuer, clientId, clientSecret: await readSecret(file), name: oidcName, create: oidcCreate };
}

async function readSecret(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw usageError(
      `cannot read --oidc-client-secret-file ${file}: ${reasonOf(error)}; give a file with only the secret`,
    );
  });
  const secret = text.trim();
  if (/^[\x21-\x7e]{1,1024}$/.test(secret)) return secret;
  throw usageError(`--oidc-client-secret-file ${file} holds no secret; give a file with one line, the secret alone`);
}
