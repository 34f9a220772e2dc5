import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';

/** Header fields by their names; null for one that is left out. */
export type HeaderFields = Readonly<Record<string, string | string[] | null>>;

/** Replaces header fields of an answer when it is sent. Those with null are left out. */
export function alterHeaders(response: ServerResponse, fields: HeaderFields): void {
  const names = new Set(Object.keys(fields).map((name) => name.toLowerCase()));
  const writeHead = response.writeHead.bind(response) as (
    status: number,
    fields: OutgoingHttpHeaders,
  ) => ServerResponse;
  // The service gives a status, and fields or none.
  response.writeHead = ((status: number, given: OutgoingHttpHeaders = {}) => {
    const kept = Object.entries(given).filter(([name]) => !names.has(name.toLowerCase()));
    for (const [name, value] of Object.entries(fields)) {
      if (value !== null) response.setHeader(name, value);
      else response.removeHeader(name);
    }
    if (names.has('date')) response.sendDate = false;
    // After a wrong length, a client cannot tell where the next answer begins.
    if (names.has('content-length')) response.shouldKeepAlive = false;
    return writeHead(status, Object.fromEntries(kept));
  }) as typeof response.writeHead;
}
