import type { CustomFetch } from 'openid-client';
import { Failure } from '../../../domain/failure.js';
import { isLoopback } from '../../../domain/url.js';

/** The longest answer of a provider, in bytes after decompression. */
const MAX_BYTES = 256 * 1024;

/** Milliseconds for each answer of a provider. */
const TIMEOUT = 10_000;

/** An answer of the provider that did not come, or cannot be used. Its message is the reason for the log, and holds nothing of the request. */
export class ProviderError extends Error {}

/**
 * Creates the `fetch` for requests to a provider: it follows no redirect, and calls only the given hosts.
 *
 * @param hosts host names with their ports; those that the metadata names are added when it is there
 * @param closing ends every request
 * @param options the time for a whole answer, in milliseconds
 */
export function guardedFetch(
  hosts: ReadonlySet<string>,
  closing: AbortSignal,
  options: { timeout?: number },
): CustomFetch {
  return async (url, { method, headers, body }) => {
    if (!hosts.has(new URL(url).host) || !isPrivate(new URL(url))) throw new ProviderError('foreign_host');
    // Not AbortSignal.any: Node 20 forgets its signals before they abort.
    const request = new AbortController();
    const { signal } = request;
    const stop = () => request.abort();
    const timer = setTimeout(() => request.abort(new ProviderError('timeout')), options.timeout ?? TIMEOUT);
    closing.addEventListener('abort', stop);
    try {
      closing.throwIfAborted();
      const response = await fetch(url, { method, headers, body: body ?? null, redirect: 'manual', signal });
      const { status, headers: fields } = response;
      const bytes = await readAll(response);
      // A redirect, or an error of the server, says nothing about the person.
      if (status >= 500 || (status >= 300 && status < 400)) throw new ProviderError(`status_${status}`);
      return new Response(bytes.length === 0 ? null : bytes, { status, headers: fields });
    } catch (error) {
      throw error instanceof ProviderError ? error : new ProviderError('no_answer', { cause: error });
    } finally {
      clearTimeout(timer);
      closing.removeEventListener('abort', stop);
    }
  };
}

/** Returns true for an address that nobody between can read. */
export function isPrivate({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
}

async function readAll({ body }: Response): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    length += chunk.length;
    // Leaving the loop closes the connection.
    if (length > MAX_BYTES) throw new ProviderError('too_long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/**
 * Explains why a question to the provider failed: by one word for the log, of the OAuth protocol, of openid-client or of
 * `guardedFetch`, without anything of the answer, and by the kind of failure, by which the page says what to do.
 */
export function explainFailure(error: unknown): { reason: string; kind: 'denied' | 'away' | 'refused' } {
  // Too many ask at a time.
  if (error instanceof Failure) return { reason: error.code, kind: 'away' };
  for (let each = error; each instanceof Error; each = each.cause)
    if (each instanceof ProviderError) return { reason: each.message, kind: 'away' };
  const { error: said, code, name } = error as { error?: unknown; code?: unknown; name?: unknown };
  const reason = [said, code, name].find((each) => typeof each === 'string' && /^\w{1,60}$/.test(each));
  return { reason: String(reason), kind: said === 'access_denied' ? 'denied' : 'refused' };
}
