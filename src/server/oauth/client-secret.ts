import { timingSafeEqual } from 'node:crypto';
import { isStorable } from '../../domain/text.js';
import type { Store } from '../../store/store.js';
import { tokenHash } from '../../store/token.js';
import type { StepContext } from '../state.js';
import { findClient } from './built-in-clients.js';
import { readForm } from './read-form.js';

/**
 * Returns the id of the client that proves by its secret who sends a form, or undefined. The library checks the request again, and more
 * strictly: here it is only known whose call is counted.
 *
 * @throws as `readForm`
 */
export async function provenClient(ctx: StepContext, store: Store): Promise<string | undefined> {
  const { client_id, client_secret } = await readForm(ctx);
  const [id, secret] = basicCredentials(ctx.get('Authorization')) ?? [client_id, client_secret];
  if (typeof id !== 'string' || typeof secret !== 'string' || !isStorable(id)) return undefined;
  const client = await findClient(store, id);
  if (!client || client.revoked_at !== null || client.secret_hash === null) return undefined;
  return isSecretOf(client.secret_hash, secret) ? id : undefined;
}

/** Compares the secret of a client by its hash, which is all that is stored. */
export function isSecretOf(hash: string, secret: string): boolean {
  return timingSafeEqual(Buffer.from(tokenHash(secret)), Buffer.from(hash));
}

/** Reads the id and the secret of a client, which are encoded as in a form. RFC 6749, section 2.3.1. */
function basicCredentials(authorization: string): string[] | undefined {
  const [, encoded = ''] = /^Basic ([A-Za-z\d+/]+={0,2})$/i.exec(authorization) ?? [];
  const [, ...parts] = /^([^:]*):(.*)$/.exec(Buffer.from(encoded, 'base64').toString()) ?? [];
  try {
    return parts.length === 0 ? undefined : parts.map((part) => decodeURIComponent(part.replaceAll('+', '%20')));
  } catch {
    return undefined;
  }
}
