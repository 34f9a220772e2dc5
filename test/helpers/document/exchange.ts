import type { IncomingMessage, ServerResponse } from 'node:http';

/** A request that a server was sent, and its answer. */
export interface Exchange {
  method: string;
  path: string;
  status: number;
  /** Names in lower case; the values of several fields of one name are joined by a comma. */
  headers: Record<string, string>;
  body: string;
}

/** Listens in on a request and its answer, which notice nothing of it. */
export function record({ method = '', url = '' }: IncomingMessage, response: ServerResponse): () => Exchange {
  const answered: Buffer[] = [];
  for (const name of ['write', 'end'] as const) {
    const original = response[name].bind(response) as (...given: unknown[]) => never;
    response[name] = (...given: unknown[]) => {
      const [chunk] = given;
      if (typeof chunk === 'string' || chunk instanceof Uint8Array) answered.push(Buffer.from(chunk as string));
      return original(...given);
    };
  }
  return () => {
    // As it was sent: the fields that come with the status are nowhere else.
    const head = readHead((response as unknown as { _header: string })._header.trimEnd());
    return { method, path: pathOf(url), ...head, body: Buffer.concat(answered).toString() };
  };
}

/** Reads the lines before the body of an answer. */
export function readHead(text: string): Pick<Exchange, 'status' | 'headers'> {
  const [line = '', ...fields] = text.split('\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(line)?.[1]);
  if (!status) throw new Error(`This is no status line: ${line}`);
  const headers: Record<string, string> = {};
  for (const field of fields) {
    const [, name = '', value = ''] = /^([^:\s]+): ?(.*)$/.exec(field) ?? [];
    const known = headers[name.toLowerCase()];
    headers[name.toLowerCase()] = known === undefined ? value : `${known}, ${value}`;
  }
  return { status, headers };
}

/** Returns the path of a target, which may be absolute, as proxies are sent it. */
function pathOf(target: string): string {
  const local = target.startsWith('/') || !URL.canParse(target) ? target : target.replace(/^[a-z]+:\/\/[^/?]*/i, '');
  return local.replace(/[?#].*/s, '').replace(/%[2-7][\da-f]/gi, decodePlain);
}

/** Letters, digits, `-`, `_` and `~` mean the same percent-encoded. */
function decodePlain(code: string): string {
  const character = decodeURIComponent(code);
  return /[\w~-]/.test(character) ? character : code;
}
