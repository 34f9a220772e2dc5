import http from 'node:http';

/** A request for a client. */
export interface Request {
  method: string;
  /** With its query. */
  path: string;
  headers?: http.OutgoingHttpHeaders;
  body?: string;
}

export interface Reply {
  status: number;
  headers: http.IncomingHttpHeaders;
  text: string;
}

/** A client that adds nothing to requests but Host and Content-Length, on connections that are kept. */
export class HttpClient {
  readonly #url: string;
  readonly #agent: http.Agent;

  constructor(url: string, connections: number) {
    this.#url = url;
    this.#agent = new http.Agent({ keepAlive: true, maxSockets: connections });
  }

  /** @throws where the connection ends before the answer */
  send({ method, path, headers = {}, body }: Request): Promise<Reply> {
    const length = body === undefined ? {} : { 'Content-Length': Buffer.byteLength(body) };
    return new Promise((resolve, reject) => {
      const url = `${this.#url}${path}`;
      const request = http.request(url, { agent: this.#agent, method, headers: { ...headers, ...length } });
      request.on('error', reject);
      request.on('response', (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => {
          text += chunk;
        });
        response.on('error', reject);
        response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
      });
      request.end(body);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}
