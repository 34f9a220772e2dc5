import type { IncomingMessage, ServerResponse } from 'node:http';

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
  let head: unknown;
  const listen = (method: 'writeHead' | 'write' | 'end', note: (given: unknown[]) => void) => {
    const original = response[method].bind(response) as (...given: unknown[]) => never;
    response[method] = (...given: unknown[]) => {
      note(given);
      return original(...given);
    };
  };
  listen('writeHead', (given) => {
    head = given.at(-1);
  });
  listen('write', ([chunk]) => keep(chunk));
  listen('end', ([chunk]) => keep(chunk));
  return () => ({
    method: request.method ?? '',
    ...pathAndQuery(target),
    requestHeaders: request.headers,
    requestBody: Buffer.concat(sent).toString(),
    status: response.statusCode,
    headers: { ...texts(response.getHeaders()), ...fieldsOf(head) },
    body: Buffer.concat(answered).toString(),
  });
}

/** Of an absolute target, as proxies are sent, only these two count, and of no target a fragment. */
function pathAndQuery(target: string): Pick<Exchange, 'path' | 'query'> {
  const local = target.startsWith('/') || !URL.canParse(target) ? target : target.replace(/^[a-z]+:\/\/[^/?]*/i, '');
  const [path = '', query = ''] = local.replace(/#.*/s, '').split(/\?(.*)/s);
  return { path: path.replace(/%[2-7][\da-f]/gi, decodePlain), query: new URLSearchParams(query) };
}

function texts(headers: object): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]));
}

/** The fields that came with the status: as an object, or as a list of names and values in turn. */
function fieldsOf(head: unknown): Record<string, string> {
  if (typeof head !== 'object' || head === null) return {};
  if (!Array.isArray(head)) return texts(head);
  const names = head.filter((_, index) => index % 2 === 0);
  return texts(Object.fromEntries(names.map((name, index) => [name, head[index * 2 + 1]])));
}

/** Letters, digits, `-`, `_` and `~` mean the same percent-encoded. */
function decodePlain(code: string): string {
  const character = decodeURIComponent(code);
  return /[\w~-]/.test(character) ? character : code;
}
