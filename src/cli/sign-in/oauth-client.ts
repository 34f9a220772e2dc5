import { Client } from '../../client/client.js';
import { ServiceError, WrongAnswer } from '../../client/errors.js';
import { isRecord, parseJson, type UnknownRecord } from '../../client/unknown-record.js';
import { OAUTH } from '../../routes/path.js';
import { CliError } from '../cli-error.js';
import type { Context } from '../context.js';
import type { Service } from '../service/service.js';
import { traceTo } from '../service/trace.js';

/** Maximum size of an answer in bytes. */
const MAX_BYTES = 1024 * 1024;

/** The parts of a service that its OAuth endpoints are called by. */
export type OAuthService = Pick<Service, 'url' | 'timeout' | 'trace'>;

/** A refusal of an OAuth endpoint. RFC 6749, section 5.2. */
export class OAuthRefusal extends Error {
  /** Such as `invalid_grant`. */
  readonly code: string;

  constructor(code: string, description: string | undefined) {
    super(description === undefined ? code : `${code} (${description})`);
    this.name = 'OAuthRefusal';
    this.code = code;
  }
}

/** Sends forms to the OAuth endpoints of a service. */
export interface OAuthClient {
  readonly url: string;
  /**
   * @param path the path below `/ws/oauth2`
   * @throws {OAuthRefusal} when the service refuses
   * @throws {CliError} when it has no OAuth
   * @throws {ServiceError | Unreachable | WrongAnswer}
   */
  post(path: string, form: Record<string, string>): Promise<UnknownRecord>;
}

/** Creates a client of the OAuth endpoints of a service. No token of the profile is sent. */
export function oauthClient(
  context: Context,
  { url, timeout, trace }: OAuthService,
  signal?: AbortSignal,
): OAuthClient {
  const observe = trace ? traceTo(context, undefined) : undefined;
  const client = new Client({ url, timeout: timeout * 1000, maxBytes: MAX_BYTES, signal, observe });
  return { url, post: (path, form) => post(client, url, path, form) };
}

async function post(client: Client, url: string, path: string, form: Record<string, string>): Promise<UnknownRecord> {
  try {
    const { text } = await client.send({
      method: 'POST',
      path: OAUTH + path,
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(form).toString(),
    });
    const answer = text === '' ? {} : parseJson(text);
    if (!isRecord(answer)) throw new WrongAnswer('is not one of OAuth 2');
    return answer;
  } catch (error) {
    throw error instanceof ServiceError ? (refusalOf(error) ?? withoutOAuth(error, url)) : error;
  }
}

function refusalOf({ text }: ServiceError): OAuthRefusal | undefined {
  const answer = parseJson(text);
  if (!isRecord(answer) || typeof answer.error !== 'string') return undefined;
  const { error, error_description: description } = answer;
  return new OAuthRefusal(error, typeof description === 'string' ? description : undefined);
}

function withoutOAuth(error: ServiceError, url: string): Error {
  if (error.status !== 404) return error;
  return new CliError(
    'other',
    `${url} has no sign-in: its version is too old; ask its host for a token, and store it with svcapi login --with-token`,
  );
}
