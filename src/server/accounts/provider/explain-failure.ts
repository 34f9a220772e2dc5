import { Failure } from '../../../domain/failure.js';
import { ProviderError } from './guarded-fetch.js';

/** The reason why the provider signed nobody in. */
export interface Explained {
  /** One word for the log: of the OAuth protocol, of openid-client or of `guardedFetch`, without anything of the answer. */
  reason: string;
  /** The kind of failure, by which the page says what to do. */
  kind: 'denied' | 'away' | 'refused';
}

/** Explains why a question to the provider failed. */
export function explainFailure(error: unknown): Explained {
  // Too many ask at a time.
  if (error instanceof Failure) return { reason: error.code, kind: 'away' };
  const chain: unknown[] = [];
  for (let each = error; each instanceof Error && chain.length < 5; each = each.cause) chain.push(each);
  const away = chain.find((each) => each instanceof ProviderError);
  if (away instanceof ProviderError) return { reason: away.code, kind: 'away' };
  const { error: said, code, name } = error as { error?: unknown; code?: unknown; name?: unknown };
  const reason = [said, code, name].find((each) => typeof each === 'string' && /^\w{1,60}$/.test(each));
  return { reason: String(reason), kind: said === 'access_denied' ? 'denied' : 'refused' };
}
