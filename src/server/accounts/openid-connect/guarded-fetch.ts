import type { CustomFetch } from 'openid-client';
import { Failure } from '../../../domain/failure.js';
import { isLoopback } from '../../../domain/url.js';

/** Bytes after decompression. */
const MAX_BYTES = 256 * 1024;

/** Milliseconds for a whole response. */
const TIMEOUT = 10_000;

/** A missing or unusable response. The message goes to the log, so it contains nothing of the request. */
export class ProviderError extends Error {}

/** Creates a `fetch` that follows no redirect and calls only `hosts`; discovery adds to them later. */
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

/** Returns one word for the log, without anything of the response, and the kind of failure for the page. */
export function explainFailure(error: unknown): { reason: string; kind: 'denied' | 'away' | 'refused' } {
  // Too many requests to the provider are in flight.
  if (error instanceof Failure) return { reason: error.code, kind: 'away' };
  for (let each = error; each instanceof Error; each = each.cause)
    if (each instanceof ProviderError) return { reason: each.message, kind: 'away' };
  const { error: said, code, name } = error as { error?: unknown; code?: unknown; name?: unknown };
  const reason = [said, code, name].find((each) => typeof each === 'string' && /^\w{1,60}$/.test(each));
  return { reason: String(reason), kind: said === 'access_denied' ? 'denied' : 'refused' };
}
