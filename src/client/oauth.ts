import { OAUTH } from '../routes/path.js';
import type { Caller } from './caller.js';
import { ClientError, ServiceError, WrongAnswer } from './errors.js';
import type { TransportAnswer } from './transport/transport.js';
import { isRecord, parseJson, type UnknownRecord } from './unknown-record.js';

/** The tokens of a sign-in. */
export interface OAuthTokens {
  accessToken: string;
  /** Renews the access token. */
  refreshToken: string;
  /** The expiry of the access token, in Unix seconds; undefined if it is unknown. */
  expiresAt?: number | undefined;
}

/** A sign-in that the client renews. */
export interface OAuthOptions {
  /** The id of the program, as it is registered at the service. */
  clientId: string;
  /** The secret of the program, if it has one. It belongs on servers, not into web pages. */
  clientSecret?: string | undefined;
  tokens: OAuthTokens;
  /**
   * Stores the tokens of a renewal. Calls wait for it: the old refresh token may be used up. If it fails, so do the calls that
   * wait; the client continues with the new tokens.
   */
  onRenew?: ((tokens: OAuthTokens) => void | Promise<void>) | undefined;
}

/** A refusal of an OAuth endpoint. RFC 6749, section 5.2. */
export class OAuthError extends ClientError {
  override readonly name = 'OAuthError';
  /** Such as `invalid_grant`: the sign-in has ended, and the player has to sign in again. */
  readonly code: string;

  constructor(code: string, description: string | undefined, answer: TransportAnswer) {
    super(description === undefined ? code : `${code} (${description})`, answer);
    this.code = code;
  }
}

/**
 * Sends a form to an OAuth endpoint.
 *
 * @param path the path below `/ws/oauth2`
 * @param idempotent true if the form may be sent again after an error
 * @throws {OAuthError} if the service refuses
 * @throws {WrongAnswer} if the answer is not one of OAuth 2
 * @throws as `Caller.send`, also for a service that is overloaded or fails
 */
export async function postForm(
  caller: Caller,
  path: string,
  form: Record<string, string>,
  idempotent = false,
): Promise<UnknownRecord> {
  const body = new URLSearchParams(form).toString();
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
  const request = { method: 'POST', path: OAUTH + path, headers, body, idempotent };
  const answer = await caller.send(request).catch((error: unknown) => {
    throw error instanceof ServiceError ? toOAuthError(error) : error;
  });
  const fields = answer.text === '' ? {} : parseJson(answer.text);
  if (!isRecord(fields)) throw new WrongAnswer('is not one of OAuth 2', answer);
  return fields;
}

/** Returns the refusal of an answer, whose fields are flat. */
function toOAuthError(thrown: ServiceError): ServiceError | OAuthError {
  const { answer, status } = thrown;
  const fields = parseJson(answer.text);
  if (!isRecord(fields) || typeof fields.error !== 'string') return thrown;
  const { error, error_description: given } = fields;
  const description = typeof given === 'string' ? given : undefined;
  if (status === 400 || status === 401) return new OAuthError(error, description, answer);
  return new ServiceError(error, description ?? error, answer, thrown);
}

/**
 * Exchanges a refresh token for new tokens. It is repeated as any call: the service exchanges the same refresh token again within
 * a minute, in case the answer was lost (wire contract, “OAuth 2”).
 *
 * @param caller calls the service without a token
 * @param now Unix seconds
 * @throws as `postForm`
 */
export async function renewTokens(
  caller: Caller,
  { clientId, clientSecret }: Pick<OAuthOptions, 'clientId' | 'clientSecret'>,
  { refreshToken }: Pick<OAuthTokens, 'refreshToken'>,
  now: number,
): Promise<OAuthTokens> {
  const form = {
    grant_type: 'refresh_token',
    client_id: clientId,
    ...(clientSecret !== undefined && { client_secret: clientSecret }),
    refresh_token: refreshToken,
  };
  return { refreshToken, ...readTokens(await postForm(caller, '/token', form, true), now) };
}

/**
 * Reads the answer of a token endpoint. RFC 6749, section 5.1.
 *
 * @param now Unix seconds
 * @throws {WrongAnswer} if it holds no bearer token
 */
export function readTokens(
  answer: UnknownRecord,
  now: number,
): { accessToken: string; expiresAt?: number; refreshToken?: string } {
  const { access_token: accessToken, refresh_token: refreshToken, expires_in: lifetime, token_type: type } = answer;
  if (!isToken(accessToken) || typeof type !== 'string' || type.toLowerCase() !== 'bearer')
    throw new WrongAnswer('does not hold a token');
  const expiresAt = typeof lifetime === 'number' ? now + Math.floor(lifetime) : Number.NaN;
  return {
    accessToken,
    ...(Number.isSafeInteger(expiresAt) && { expiresAt }),
    ...(isToken(refreshToken) && { refreshToken }),
  };
}

/** Returns true for a text that a header field can carry as a token. RFC 6750, section 2.1. */
export function isToken(value: unknown): value is string {
  return typeof value === 'string' && /^[\x21-\x7e]+$/.test(value);
}
