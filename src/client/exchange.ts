import { after, onAbort } from './clock.js';
import { Unreachable } from './errors.js';
import type { Signal } from './platform.js';
import { readText } from './read-text.js';
import type { Transport, TransportAnswer, TransportRequest } from './transport.js';

/** The limits of an exchange. */
export interface Limits {
  /** The maximum duration of the whole exchange, in milliseconds. */
  timeout: number;
  /** The maximum size of the answer, in bytes. */
  maxBytes: number;
  signal: Signal | undefined;
}

/**
 * Sends a request, and reads its answer within limits of time and size.
 *
 * @throws as the transport and `readText`
 */
export async function exchange(
  transport: Transport,
  request: Omit<TransportRequest, 'signal'>,
  { timeout, maxBytes, signal }: Limits,
): Promise<TransportAnswer> {
  signal?.throwIfAborted();
  const deadline = new AbortController();
  const cancel = after(timeout, () => deadline.abort(new Unreachable('timeout', request.url)));
  const forget = onAbort(signal, () => deadline.abort(signal?.reason));
  try {
    const answer = await transport({ ...request, signal: deadline.signal });
    const { status, headers, head } = answer;
    return { status, headers, head, text: await readText(answer, request.url, maxBytes) };
  } catch (error) {
    throw deadline.signal.aborted ? deadline.signal.reason : error;
  } finally {
    cancel();
    forget();
  }
}
