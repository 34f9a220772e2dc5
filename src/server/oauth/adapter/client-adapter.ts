import type { ModelAdapter, Payload } from 'oidc-provider';
import type { Client, Store } from '../../../store/store.js';
import { findClient } from '../built-in-clients.js';
import { readOnly } from './adapter.js';

export const DEVICE_CODE = 'urn:ietf:params:oauth:grant-type:device_code';

/** The hash of no secret, for a client that has none: it is known, and can do nothing here. */
const NO_SECRET = '0'.repeat(64);

/** Reads clients. Those that get their tokens from the host alone are known, too: resource servers ask about their tokens. */
export function clientAdapter(store: Store): ModelAdapter {
  return readOnly(async (id) => {
    const client = await findClient(store, id);
    return client && client.revoked_at === null ? metadataOf(client) : undefined;
  });
}

/** The metadata that RFC 7591 does not know. */
export const OWN_METADATA = ['requiresPkce', 'isResourceServer'] as const;

/** Returns the metadata of a client. RFC 7591, section 2. */
function metadataOf(client: Client): Payload {
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
    // No such token is ever made, but the library looks for the key of its default.
    id_token_signed_response_alg: 'ES256',
    requiresPkce: isPublic || client.requires_pkce === 1,
    isResourceServer: client.is_resource_server === 1,
  };
}
