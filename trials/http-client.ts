import http from 'node:http';
import { type Answer, type Request, send } from '../bench/request.js';

/** A client on connections that are kept. */
export class HttpClient {
  readonly #url: string;
  readonly #agent: http.Agent;

  constructor(url: string, connections: number) {
    this.#url = url;
    this.#agent = new http.Agent({ keepAlive: true, maxSockets: connections });
  }

  /** @throws where the connection ends before the answer */
  send(request: Request): Promise<Answer> {
    return send(this.#url, { ...request, path: new URL(this.#url).pathname + request.path }, this.#agent);
  }

  close(): void {
    this.#agent.destroy();
  }
}
