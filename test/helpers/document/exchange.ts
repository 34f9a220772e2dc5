import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';

/** A request that a server was sent, and its answer. */
export interface Exchange {
  method: string;
  path: string;
  query: URLSearchParams;
  requestHeaders: IncomingMessage['headers'];
  requestBody: string;
  status: number;
  /** Names in lower case. */
  headers: Record<string, string>;
  body: string;
}

/** Listens in on a request and its answer, which notice nothing of it. */
export function record(request: IncomingMessage, response: ServerResponse): () => Exchange {
  const sent: Buffer[] = [];
  const answered: Buffer[] = [];
  const target = request.url ?? '';
  const push = request.push.bind(request);
  request.push = (chunk: Buffer | null, encoding?: BufferEncoding) => {
    if (chunk) sent.push(Buffer.from(chunk));
    return push(chunk, encoding);
  };
  const keep = (chunk: unknown) => {
    if (typeof chunk === 'string' || chunk instanceof Uint8Array) answered.push(Buffer.from(chunk as string));
  };
  const write = response.write.bind(response) as (...rest: unknown[]) => boolean;
  response.write = ((...rest: unknown[]) => {
    keep(rest[0]);
    return write(...rest);
  }) as ServerResponse['write'];
  const end = response.end.bind(response) as (...rest: unknown[]) => ServerResponse;
  response.end = ((...rest: unknown[]) => {
    keep(rest[0]);
    return end(...rest);
  }) as ServerResponse['end'];
  return () => ({
    method: request.method ?? '',
    ...pathAndQuery(target),
    requestHeaders: request.headers,
    requestBody: Buffer.concat(sent).toString(),
    status: response.statusCode,
    headers: texts(response.getHeaders()),
    body: Buffer.concat(answered).toString(),
  });
}

/** Of an absolute target, as proxies are sent, only these two count, and of no target a fragment. */
function pathAndQuery(target: string): Pick<Exchange, 'path' | 'query'> {
  const local = target.startsWith('/') || !URL.canParse(target) ? target : target.replace(/^[a-z]+:\/\/[^/?]*/i, '');
  const [path = '', query = ''] = local.replace(/#.*/s, '').split(/\?(.*)/s);
  return { path, query: new URLSearchParams(query) };
}

function texts(headers: OutgoingHttpHeaders): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}
