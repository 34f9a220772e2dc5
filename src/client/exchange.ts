import { after, onAbort } from './clock.js';
import { Unreachable } from './errors.js';
import type { Signal } from './platform.js';
import { readText } from './transport/read-text.js';
import type { OpenAnswer, Transport, TransportAnswer, TransportRequest } from './transport/transport.js';

/** A request, without the signal that aborts it. */
export type SentRequest = Omit<TransportRequest, 'signal'>;

/** The limits of an exchange. */
export interface Limits {
  /** The maximum duration of the whole exchange, or of opening a stream, in milliseconds. */
  timeout: number;
  /** The maximum size of the answer, in bytes. */
  maxBytes: number;
  signal: Signal | undefined;
}

/** The maximum time between two bytes of a stream, in milliseconds. Wire contract, “Streams”. */
const MAX_SILENCE = 30_000;

/**
 * Sends a request, and reads its answer within limits of time and size.
 *
 * @throws as the transport and `readText`
 */
export async function exchange(transport: Transport, request: SentRequest, limits: Limits): Promise<TransportAnswer> {
  const started = start(transport, request, limits);
  try {
    const answer = await started.answer;
    return await wholeAnswer(answer, request, limits);
  } catch (error) {
    throw started.reason() ?? error;
  } finally {
    started.end();
  }
}

/**
 * Sends a request whose answer is a stream. That of an error is read to its end.
 *
 * @throws as the transport and `readText`; the body throws Unreachable if it breaks off, or nothing comes for too long
 */
export async function exchangeStream(
  transport: Transport,
  request: SentRequest,
  limits: Limits,
): Promise<OpenAnswer | TransportAnswer> {
  const started = start(transport, request, limits);
  try {
    const answer = await started.answer;
    if (answer.status < 200 || answer.status >= 300) {
      const whole = await wholeAnswer(answer, request, limits);
      started.end();
      return whole;
    }
    started.endTimeout();
    return { ...answer, body: watched(answer, request, started) };
  } catch (error) {
    started.end();
    throw started.reason() ?? error;
  }
}

async function wholeAnswer(answer: OpenAnswer, { url }: SentRequest, { maxBytes }: Limits): Promise<TransportAnswer> {
  const { status, headers, head } = answer;
  return { status, headers, head, text: await readText(answer, url, maxBytes) };
}

/** A request that was sent. */
interface Started {
  answer: Promise<OpenAnswer>;
  /** Aborts the exchange. */
  abort(reason: unknown): void;
  /** Returns the reason why the exchange was aborted. */
  reason(): unknown;
  endTimeout(): void;
  /** Ends the timeout, and listens no longer to the signal. */
  end(): void;
}

function start(transport: Transport, request: SentRequest, { timeout, signal }: Limits): Started {
  signal?.throwIfAborted();
  const controller = new AbortController();
  const abort = (reason: unknown) => controller.abort(reason);
  const endTimeout = after(timeout, () => abort(new Unreachable('timeout', request.url)));
  const forget = onAbort(signal, () => abort(signal?.reason));
  return {
    answer: transport({ ...request, signal: controller.signal }),
    abort,
    reason: () => (controller.signal.aborted ? controller.signal.reason : undefined),
    endTimeout,
    end() {
      endTimeout();
      forget();
    },
  };
}

/**
 * Yields the chunks of a stream. Silence for too long is a lost connection: the service sends heartbeats. As any timeout, it is
 * measured in real time, whatever the clock of the client says.
 */
async function* watched(
  answer: OpenAnswer,
  { url }: SentRequest,
  { abort, reason, end }: Started,
): AsyncGenerator<Uint8Array> {
  const listen = () => after(MAX_SILENCE, () => abort(new Unreachable('timeout', url)));
  let endSilence = listen();
  try {
    for await (const chunk of answer.body) {
      // While the program handles an item, nothing is read: that is no silence of the service.
      endSilence();
      yield chunk;
      endSilence = listen();
    }
  } catch (error) {
    throw reason() ?? new Unreachable('incomplete', url, error, answer);
  } finally {
    endSilence();
    end();
  }
}
