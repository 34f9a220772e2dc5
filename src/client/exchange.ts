import { after, onAbort } from './clock.js';
import { Unreachable, WrongAnswer } from './errors.js';
import type { Signal } from './platform.js';
import type { OpenAnswer, Transport, TransportAnswer, TransportRequest } from './transport/transport.js';

export type SentRequest = Omit<TransportRequest, 'signal'>;

export interface Limits {
  /** Milliseconds for the whole exchange, or for opening a stream. */
  timeout: number;
  maxBytes: number;
  signal: Signal | undefined;
}

/** The maximum time between two bytes of a stream, in milliseconds. Wire contract, “Streams”. */
const MAX_SILENCE = 30_000;

/** @throws as the transport; Unreachable if the answer ends early, WrongAnswer if it is too large or not UTF-8 */
export async function exchange(transport: Transport, request: SentRequest, limits: Limits): Promise<TransportAnswer> {
  const { signal, end } = limit(request, limits);
  try {
    return await readWhole(await transport({ ...request, signal }), request, limits);
  } catch (error) {
    throw signal.aborted ? signal.reason : error;
  } finally {
    end();
  }
}

/** Reads an error to its end. The body throws Unreachable if it breaks off, or nothing arrives for too long. */
export async function exchangeStream(
  transport: Transport,
  request: SentRequest,
  limits: Limits,
): Promise<OpenAnswer | TransportAnswer> {
  const limited = limit(request, limits);
  const { signal, end, endTimeout } = limited;
  try {
    const answer = await transport({ ...request, signal });
    if (answer.status >= 200 && answer.status < 300) {
      endTimeout();
      return { ...answer, body: watch(answer, request, limited) };
    }
    const whole = await readWhole(answer, request, limits);
    end();
    return whole;
  } catch (error) {
    end();
    throw signal.aborted ? signal.reason : error;
  }
}

interface Limited {
  signal: Signal;
  abort(reason: unknown): void;
  endTimeout(): void;
  end(): void;
}

function limit({ url }: SentRequest, { timeout, signal }: Limits): Limited {
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

async function readWhole(answer: OpenAnswer, { url }: SentRequest, { maxBytes }: Limits): Promise<TransportAnswer> {
  const { body, ...head } = answer;
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of body) {
      size += chunk.length;
      if (size > maxBytes) break;
      chunks.push(chunk);
    }
  } catch (error) {
    throw new Unreachable('incomplete', url, error, answer);
  }
  if (size > maxBytes) throw new WrongAnswer(`is larger than ${Math.floor(maxBytes / 1024 / 1024)} MiB`, answer);
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    const text = chunks.map((chunk) => decoder.decode(chunk, { stream: true })).join('') + decoder.decode();
    return { ...head, text };
  } catch {
    throw new WrongAnswer('is not UTF-8', answer);
  }
}

/** Treats silence, in real time, as a lost connection: the service sends heartbeats. */
async function* watch(answer: OpenAnswer, { url }: SentRequest, limited: Limited): AsyncGenerator<Uint8Array> {
  const { signal, abort, end } = limited;
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
