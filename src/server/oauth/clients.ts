import { timingSafeEqual } from 'node:crypto';
import type { AdapterPayload } from 'oidc-provider';
import { commandLine } from '../../domain/oauth-client.js';
import { nameKey } from '../../domain/text.js';
import { unregistered } from '../../model/access.js';
import type { Client, Store } from '../../store/store.js';
import { tokenHash } from '../../store/token.js';

export const DEVICE_CODE = 'urn:ietf:params:oauth:grant-type:device_code';

/** Metadata beyond RFC 7591. */
export const OWN_METADATA = ['requiresPkce', 'isResourceServer'] as const;

/** Matches no secret: such a client is known, and cannot authenticate. */
const NO_SECRET = '0'.repeat(64);

/** The command line can keep no secret, and signs in as a device. */
const builtIn = { ...commandLine, application_type: 'native', is_public: 1 } as const;

/** Finds a registered client or the command line, unless it is revoked, or its account is disabled. */
export async function findClient({ clients, accounts }: Store, id: string): Promise<Client | undefined> {
  const known = await clients.find(id);
  if (known && known.revoked_at !== null) return undefined;
  const owner = known?.owner_id ? await accounts.find(known.owner_id) : undefined;
  if (owner && owner.disabled_at !== null) return undefined;
  if (id !== builtIn.id) return known;
  return { ...unregistered, created_at: 0, revoked_at: null, ...known, ...builtIn };
}

/** Registers the command line at its first use. */
export async function ensureClient({ clients }: Store, id: string, now: number): Promise<void> {
  if (id === builtIn.id) await clients.ensure(builtIn, now);
}

const OWN_NAMES = ['svcapi', commandLine.name].map(nameKey);

/** Returns true for names of the service or its host's programs, which players cannot take. */
export async function isReserved({ clients }: Store, name: string): Promise<boolean> {
  const key = nameKey(name);
  const ofHost = (await clients.list()).filter(({ owner_id, revoked_at }) => owner_id === null && revoked_at === null);
  return OWN_NAMES.includes(key) || ofHost.some((client) => nameKey(client.name) === key);
}

/** RFC 7591, section 2. */
export function metadataOf(client: Client): AdapterPayload {
  const { id, name, is_public, secret_hash, redirect_uris, application_type } = client;
  const redirectUris = JSON.parse(redirect_uris) as string[];
  const isPublic = is_public === 1;
  const canRedirect = redirectUris.length > 0 && (isPublic || secret_hash !== null);
  return {
    client_id: id,
    client_name: name,
    ...(!isPublic && { client_secret: secret_hash ?? NO_SECRET }),
    token_endpoint_auth_method: isPublic ? 'none' : 'client_secret_basic',
    application_type,
    redirect_uris: canRedirect ? redirectUris : [],
    response_types: canRedirect ? ['code'] : [],
    grant_types: [...(canRedirect ? ['authorization_code'] : []), 'refresh_token', DEVICE_CODE],
    // No such token is made, but the library looks for the key of its default.
    id_token_signed_response_alg: 'ES256',
    requiresPkce: isPublic || client.requires_pkce === 1,
    isResourceServer: client.is_resource_server === 1,
  };
}

export function isSecretOf(hash: string, secret: string): boolean {
  return timingSafeEqual(Buffer.from(tokenHash(secret)), Buffer.from(hash));
}
