import { isRecord, parseJson } from '../../client/answer.js';
import { ServiceError, WrongAnswer } from '../../client/errors.js';
import { isUid } from '../../domain/uid.js';
import { OAUTH } from '../../routes/path.js';
import type { Connection } from './connect.js';

export interface Identity {
  /** Null unless the token comes from a sign-in. */
  account: string | null;
  client: string | null;
  uid: string | null;
  character: string | null;
  permissions: readonly string[] | null;
  /** Unix seconds. */
  expires: number | null;
}

/** Reads what the token allows, at `now` in Unix seconds; this needs no permission. @throws {ServiceError} if it is invalid */
export async function identify(connection: Connection, now: number): Promise<Identity> {
  const answer = await connection.send({ method: 'GET', path: `${OAUTH}/tokeninfo` }).catch((error: unknown) => {
    // This endpoint answers as OAuth does.
    if (error instanceof ServiceError && error.status === 401)
      throw new ServiceError('token_invalid', '', error.answer);
    throw error;
  });
  const info = parseJson(answer.text);
  if (!isRecord(info) || typeof info.client_id !== 'string') throw new WrongAnswer('does not describe the token');
  const text = (value: unknown) => (typeof value === 'string' ? value : null);
  const { expires_in: lifetime } = info;
  return {
    account: text(info.account),
    client: text(info.client_id),
    uid: text(info.user_id),
    character: text(info.name),
    permissions: text(info.scope)?.split(' ').filter(Boolean) ?? null,
    expires: typeof lifetime === 'number' ? Math.floor(now + lifetime) : null,
  };
}

/** Returns the uid of a character; without a name, that of the token's character, which needs no permission. */
export async function findOwner(connection: Connection, given: string | undefined): Promise<string> {
  const name = given?.trim();
  if (name !== undefined && isUid(name, 'character')) return name;
  // Without a token, the route says that one is missing.
  const uid =
    name === undefined && connection.hasToken
      ? (await identify(connection, 0)).uid
      : (await connection.call('GET /character[/{uid}]', { params: { uid: name } })).data.character?.uid;
  if (!uid) throw new WrongAnswer('does not say who the character is');
  return uid;
}
