import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { ExecutionContext } from 'ava';
import { type StrangeServer, strangeServer } from './strange-server.js';

/** A request on its way through a proxy. */
export interface Passing {
  /** Which one it is, counted from 1. */
  count: number;
  /** Path and query. */
  target: string;
  headers: IncomingHttpHeaders;
  /** Lets it through, and takes the answer; nobody has seen it yet. */
  forward(): Promise<Forwarded>;
}

/** An answer on its way back. */
interface Forwarded {
  status: number;
  text: string;
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
    to: ServerResponse,
    body: string,
  ) {
    const forward = async () => {
      // Fields that are about the connection itself.
      const { host, connection, 'content-length': length, ...own } = headers as Record<string, string>;
      const answer = await fetch(origin + url, { method, headers: own, ...(body && { body }) });
      return { status: answer.status, text: await answer.text() };
    };
    const handling = await handle({ count: ++count, target: url, headers, forward });
    if (handling === 'reset') socket.destroy();
    else if (handling !== 'silence') to.writeHead(handling.status).end(handling.text);
  }
  return server;
}
