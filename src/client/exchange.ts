import { after, onAbort } from './clock.js';
import { Unreachable, WrongAnswer } from './errors.js';
import type { OpenAnswer, Transport, TransportAnswer, TransportRequest } from './transport/transport.js';

export type SentRequest = Omit<TransportRequest, 'signal'>;

export interface Limits {
  /** Milliseconds for the whole exchange, or for opening a stream. */
  timeout: number;
  signal: AbortSignal | undefined;
}

/** The maximum size of an answer. */
const MAX_BYTES = 64 * 1024 * 1024;

/** The maximum time between two bytes of a stream, in milliseconds. Wire contract, “Streams”. */
const MAX_SILENCE = 30_000;

/**
 * `isStream` leaves the body of a success open, which throws Unreachable if it breaks off, or nothing arrives for too long.
 * @throws as the transport; Unreachable if the answer ends early, WrongAnswer if it is too large or not UTF-8
 */
export async function exchange(
  transport: Transport,
  request: SentRequest,
  limits: Limits,
  isStream = false,
): Promise<OpenAnswer | TransportAnswer> {
  const limited = limit(request, limits);
  const { signal, end, endTimeout } = limited;
  let isOpen = false;
  try {
    const answer = await transport({ ...request, signal });
    isOpen = isStream && answer.status >= 200 && answer.status < 300;
    if (!isOpen) return await readWhole(answer, request);
    endTimeout();
    return { ...answer, body: watch(answer, request, limited) };
  } catch (error) {
    throw signal.aborted ? signal.reason : error;
  } finally {
    if (!isOpen) end();
  }
}

function limit({ url }: SentRequest, { timeout, signal }: Limits) {
  signal?.throwIfAborted();
  const controller = new AbortController();
  const abort = (reason: unknown) => controller.abort(reason);
  const endTimeout = after(timeout, () => abort(new Unreachable('timeout', url)));
  const stopListening = onAbort(signal, () => abort(signal?.reason));
  const end = () => {
    endTimeout();
    stopListening();
  };
  return { signal: controller.signal, abort, endTimeout, end };
}

async function readWhole(answer: OpenAnswer, { url }: SentRequest): Promise<TransportAnswer> {
  const { body, ...head } = answer;
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of body) {
      size += chunk.length;
      if (size > MAX_BYTES) break;
      chunks.push(chunk);
    }
  } catch (error) {
    throw new Unreachable('incomplete', url, error, answer);
  }
  if (size > MAX_BYTES) throw new WrongAnswer('is larger than 64 MiB', answer);
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    const text = chunks.map((chunk) => decoder.decode(chunk, { stream: true })).join('') + decoder.decode();
    return { ...head, text };
  } catch {
    throw new WrongAnswer('is not UTF-8', answer);
  }
}

/** Treats silence, in real time, as a lost connection: the service sends heartbeats. */
async function* watch(
  answer: OpenAnswer,
  { url }: SentRequest,
  { signal, abort, end }: ReturnType<typeof limit>,
): AsyncGenerator<Uint8Array> {
  const listen = () => after(MAX_SILENCE, () => abort(new Unreachable('timeout', url)));
  let endSilence = listen();
  try {
    for await (const chunk of answer.body) {
      // Nothing is read while the program handles an item, which is not silence of the service.
      endSilence();
      yield chunk;
      endSilence = listen();
    }
  } catch (error) {
    throw signal.aborted ? signal.reason : new Unreachable('incomplete', url, error, answer);
  } finally {
    endSilence();
    end();
  }
}
