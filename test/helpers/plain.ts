import http from 'node:http';

/** An answer as it came over the wire. */
export interface PlainAnswer {
  status: number;
  headers: http.IncomingHttpHeaders;
  text: string;
}

/** Sends a request with no header but Host and those that are given: `fetch` adds an Accept of its own. */
export function plainCall(
  url: string,
  {
    method = 'GET',
    headers = {},
    body = '',
  }: { method?: string; headers?: http.OutgoingHttpHeaders; body?: string } = {},
): Promise<PlainAnswer> {
  return new Promise((resolve, reject) => {
    const request = http.request(url, { method, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: Buffer.concat(chunks).toString(),
        });
      });
    });
    request.on('error', reject);
    request.end(body);
  });
}
