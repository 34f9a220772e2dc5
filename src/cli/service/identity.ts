import { ServiceError, WrongAnswer } from '../../client/errors.js';
import type { PayloadOf } from '../../client/types.js';
import { isRecord, parseJson } from '../../client/unknown-record.js';
import { OAUTH } from '../../routes/path.js';
import type { Connection } from './connect.js';
import { listIn, number, text, texts } from './read-answer.js';

/** The owner and the permissions of a token; null for what the token may not read. */
export interface Identity {
  /** The account that has signed in; null for a token that was given. */
  account: string | null;
  client: string | null;
  uid: string | null;
  character: string | null;
  permissions: readonly string[] | null;
  /** Unix seconds; also null when the client has several grants, since it is unknown which is this token's. */
  expires: number | null;
}

/** An unknown identity. */
export const UNKNOWN: Identity = {
  account: null,
  client: null,
  uid: null,
  character: null,
  permissions: null,
  expires: null,
};

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
    return { account: null, client: text(() => client)({}), uid, character: name, ...granted(svcapi) };
  } catch (error) {
    // The token is valid, and the error lists its permissions, but it may not read its own character.
    if (!(error instanceof ServiceError && error.code === 'permission_missing')) throw error;
    return { ...UNKNOWN, permissions: error.details.available_permissions ?? null };
  }
}

/**
 * Reads the identity of a token from a sign-in, whatever its permissions are.
 *
 * @param now Unix seconds
 * @throws {ServiceError} when the token is unknown, expired or revoked
 */
export async function identifySignIn(connection: Connection, now: number): Promise<Identity> {
  const info = parseJson((await connection.send({ method: 'GET', path: `${OAUTH}/tokeninfo` })).text);
  if (!isRecord(info)) throw new WrongAnswer('does not describe the token');
  const lifetime = number(() => info.expires_in)(info);
  const scope = text(() => info.scope)(info);
  const expires = Math.floor(now + (lifetime ?? Number.NaN));
  return {
    account: text(() => info.account)(info),
    client: text(() => info.client_id)(info),
    uid: text(() => info.user_id)(info),
    character: text(() => info.name)(info),
    permissions: scope?.split(' ').filter((name) => name !== '') ?? null,
    expires: Number.isSafeInteger(expires) ? expires : null,
  };
}

/**
 * Reads the character of the token.
 *
 * @throws {ServiceError} when the token may not read it
 */
export async function ownCharacter(connection: Connection): Promise<{ uid: string; name: string | null }> {
  const { svcapi } = (await connection.call('GET /character[/{uid}]')).envelope;
  const uid = text((payload: typeof svcapi) => payload.character.uid)(svcapi);
  if (!uid) throw new WrongAnswer('does not say who the character is');
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
