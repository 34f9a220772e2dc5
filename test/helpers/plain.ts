import http from 'node:http';
import { text } from 'node:stream/consumers';

/** Sends a request with no header but Host and those that are given: `fetch` adds an Accept. */
export function plainCall(
  url: string,
  { body = '', ...options }: http.RequestOptions & { body?: string } = {},
): Promise<{ status: number; headers: http.IncomingHttpHeaders; text: string }> {
  return new Promise((resolve, reject) => {
    const request = http.request(url, options, (response) => {
      const { statusCode: status = 0, headers } = response;
      text(response).then((text) => resolve({ status, headers, text }), reject);
    });
    request.on('error', reject);
    request.end(body);
  });
}
