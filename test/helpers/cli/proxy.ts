import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { ExecutionContext } from 'ava';
import { type StrangeServer, strangeServer } from './strange-server.js';

/** A request on its way through a proxy. */
export interface Passing {
  /** Which one it is, counted from 1. */
  count: number;
  /** Path and query. */
  target: string;
  method: string;
  headers: IncomingHttpHeaders;
  /** Lets it through, to another target where one is given, and takes the answer; nobody has seen it yet. */
  forward(target?: string): Promise<Forwarded>;
}

/** An answer on its way back. */
interface Forwarded {
  status: number;
  text: string;
  etag?: string | undefined;
}

/** The outcome of a request: an answer, or none. */
export type Handling = Forwarded | 'silence' | 'reset';

/** A proxy before the real server, which a test controls. */
export async function proxy(
  t: ExecutionContext,
  origin: string,
  handle: (passing: Passing) => Promise<Handling>,
): Promise<StrangeServer> {
  let count = 0;
  const server = await strangeServer(t, (response, request) => {
    const body = server.requests.at(-1)?.body ?? '';
    // A test that has ended in the meantime wants no answer any more.
    respond(request, response, body).catch(() => response.destroy());
  });
  async function respond(
    { method = '', url = '', headers, socket }: IncomingMessage,
    response: ServerResponse,
    body: string,
  ) {
    const forward = async (target = url) => {
      const init = { method, headers: endToEnd(headers), ...(body && { body }) };
      const answer = await fetch(origin + target, init);
      return { status: answer.status, text: await answer.text(), etag: answer.headers.get('etag') ?? undefined };
    };
    const handling = await handle({ count: ++count, method, target: url, headers, forward });
    if (handling === 'reset') socket.destroy();
    else if (handling !== 'silence')
      response
        .writeHead(handling.status, handling.etag === undefined ? {} : { ETag: handling.etag })
        .end(handling.text);
  }
  return server;
}

/** The headers that are not about the connection itself. */
function endToEnd(headers: IncomingHttpHeaders): Record<string, string> {
  const own = ['host', 'connection', 'content-length'];
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !own.includes(name))) as Record<string, string>;
}
