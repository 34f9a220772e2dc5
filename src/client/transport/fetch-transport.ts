import { Unreachable, WrongAnswer } from '../errors.js';
import type { AnswerHead, Transport } from './transport.js';

/** Defined in the bundle. */
declare const SVCAPI_CLIENT_VERSION: string | undefined;

/** Undefined in a browser, which has its own, and may refuse another to web pages. */
export function ownUserAgent(): string | undefined {
  if ('document' in globalThis || 'WorkerGlobalScope' in globalThis) return undefined;
  return typeof SVCAPI_CLIENT_VERSION === 'string' ? `svcapi-client/${SVCAPI_CLIENT_VERSION}` : 'svcapi-client';
}

export function fetchTransport(given: typeof globalThis.fetch | undefined): Transport {
  return async ({ method, url, target, headers, body, signal }) => {
    const fetch = given ?? globalThis.fetch;
    if (fetch === undefined)
      throw new TypeError('there is no global fetch: give a function like it as the option fetch');
    const address = url.origin + target;
    // A URL resolves dots: another path would be called.
    if (new URL(address).href !== address)
      throw new TypeError(`fetch cannot call ${target}: it would resolve the dots; use the uid`);
    refuseBrokenFields(headers);
    const response = await fetch(address, {
      method,
      headers,
      redirect: 'manual',
      credentials: 'omit',
      signal,
      ...(body !== undefined && { body }),
    }).catch((error: unknown) => {
      throw new Unreachable(codeOf(error), url, error);
    });
    const head = { status: response.status, headers: fieldsOf(response) };
    // A browser does not show where a redirect leads.
    if (response.type === 'opaqueredirect') throw new WrongAnswer('sends elsewhere, which is not followed', head);
    return { ...head, body: chunksOf(response.body) };
  };
}

/** Returns the fields by lower-case names, which not every `fetch` gives. */
function fieldsOf({ headers }: Response): Record<string, string> {
  return Object.fromEntries([...headers].map(([name, value]) => [name.toLowerCase(), value]));
}

/** Rejects a field before `fetch` does, whose error would quote the token. */
function refuseBrokenFields(headers: AnswerHead['headers']): void {
  for (const [name, value] of Object.entries(headers)) {
    if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name) || !/^[\t\x20-\x7e]*$/.test(value)) {
      throw new TypeError(`the header field ${JSON.stringify(name)} has a character that cannot be sent`);
    }
  }
}

/** Other names that platforms have for the codes of the system. */
const CODES: Readonly<Record<string, string>> = {
  UND_ERR_SOCKET: 'ECONNRESET',
  EPIPE: 'ECONNRESET',
  ConnectionRefused: 'ECONNREFUSED',
  ConnectionClosed: 'ECONNRESET',
  FailedToOpenSocket: 'ENOTFOUND',
};

function codeOf(error: unknown): string {
  const { code, cause } = (typeof error === 'object' && error !== null ? error : {}) as Record<string, unknown>;
  if (typeof code === 'string') return CODES[code] ?? code;
  return cause === undefined ? 'failed' : codeOf(cause);
}

/** Reads a stream, over which not every browser can iterate. */
async function* chunksOf(body: ReadableStream<Uint8Array> | null): AsyncGenerator<Uint8Array> {
  const reader = body?.getReader();
  if (!reader) return;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    // Ends the transfer of what was not read.
    await reader.cancel().catch(() => {});
  }
}
