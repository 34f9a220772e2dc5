import http from 'node:http';

/** A request to the service. */
export interface Request {
  path: string;
  method?: string;
  headers?: http.OutgoingHttpHeaders;
  body?: string;
}

export interface Answer {
  status: number;
  headers: http.IncomingHttpHeaders;
  body: string;
}

/** Sends a request and reads the whole answer. It adds nothing but Host and Content-Length. */
export function send(
  url: string,
  { path, method = 'GET', headers = {}, body }: Request,
  agent?: http.Agent,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) };
    const request = http.request(new URL(path, url), { agent, method, headers: { ...headers, ...length } });
    request.once('error', reject);
    request.once('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('error', reject);
      response.once('end', () => {
        const { statusCode: status = 0, headers } = response;
        resolve({ status, headers, body: Buffer.concat(chunks).toString() });
      });
    });
    request.end(body);
  });
}
