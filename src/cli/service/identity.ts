import { ServiceError, WrongAnswer } from '../../client/errors.js';
import type { PayloadOf } from '../../client/types.js';
import type { Connection } from './connect.js';
import { listIn, number, text, texts } from './read-answer.js';

/** The owner and the permissions of a token; null for what the token may not read. */
export interface Identity {
  client: string | null;
  uid: string | null;
  character: string | null;
  permissions: readonly string[] | null;
  /** Unix seconds; also null when the client has several grants, since it is unknown which is this token's. */
  expires: number | null;
}

/** An unknown identity. */
export const UNKNOWN: Identity = { client: null, uid: null, character: null, permissions: null, expires: null };

/**
 * Reads the identity of a connection's token.
 *
 * @throws {ServiceError} `token_invalid` when the token is unknown, expired or revoked
 */
export async function identify(connection: Connection): Promise<Identity> {
  try {
    const { client } = (await connection.call('GET /api/helloauth')).envelope.svcapi;
    const { uid, name } = await ownCharacter(connection);
    const { svcapi } = (await connection.call('GET /character/{uid}/permissions', { params: { uid } })).envelope;
    return { client: text(() => client)({}), uid, character: name, ...granted(svcapi) };
  } catch (error) {
    // The token is valid, and the error lists its permissions, but it may not read its own character.
    if (!(error instanceof ServiceError && error.code === 'permission_missing')) throw error;
    return { ...UNKNOWN, permissions: error.details.available_permissions ?? null };
  }
}

/**
 * Reads the character of the token.
 *
 * @throws {ServiceError} when the token may not read it
 */
export async function ownCharacter(connection: Connection): Promise<{ uid: string; name: string | null }> {
  const { svcapi } = (await connection.call('GET /character[/{uid}]')).envelope;
  const uid = text((payload: typeof svcapi) => payload.character.uid)(svcapi);
  if (uid === null) throw new WrongAnswer('does not say who the character is');
  return { uid, name: text((payload: typeof svcapi) => payload.character.name)(svcapi) };
}

type Grants = PayloadOf<'GET /character/{uid}/permissions'>;
type Grant = Grants['permissions']['permission'][number];

const scopes = texts(({ scopes }: Grant) => scopes.scope);
const expiry = number(({ attributes }: Grant) => attributes.expires);

function granted(payload: Grants): Pick<Identity, 'permissions' | 'expires'> {
  const grants = listIn(payload, ({ permissions }) => permissions.permission);
  const [first] = grants;
  return {
    permissions: [...new Set(grants.flatMap((grant) => scopes(grant)))],
    expires: grants.length === 1 && first ? expiry(first) : null,
  };
}
