import { OAUTH } from '../routes/path.js';
import { isRecord, parseJson, type UnknownRecord } from './answer.js';
import type { Caller } from './caller.js';
import { ClientError, ServiceError, WrongAnswer } from './errors.js';
import type { TransportAnswer } from './transport/transport.js';

export interface OAuthTokens {
  accessToken: string;
  refreshToken: string;
  /** Unix seconds; undefined if it is unknown. */
  expiresAt?: number | undefined;
}

export interface OAuthOptions {
  clientId: string;
  /** For servers only, not for web pages. */
  clientSecret?: string | undefined;
  tokens: OAuthTokens;
  /** Stores renewed tokens. Calls wait for it, and fail if it fails; the client continues with the new tokens. */
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

/** Sends a form to a path below `/ws/oauth2`. Throws as `Caller.send`, and OAuthError if the service refuses. */
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
 * Can be repeated: the service exchanges the same refresh token again within a minute (wire contract, “OAuth 2”).
 * @param now Unix seconds
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

/** RFC 6749, section 5.1. @param now Unix seconds */
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

/** Accepts what a header field can carry; RFC 6750, section 2.1, allows fewer characters. */
export function isToken(value: unknown): value is string {
  return typeof value === 'string' && /^[\x21-\x7e]+$/.test(value);
}
