import { createRequire } from 'node:module';
import { join } from 'node:path';
import { TOOLS } from '../environment.js';
import { createService, forms, reads } from './service.js';

interface Request {
  method: string;
  url: string;
  host: string;
  ip: string;
  headers: { authorization?: string };
  params: { uid?: string };
  body?: Record<string, string>;
}

interface Sent {
  code(status: number): Sent;
  headers(fields: Record<string, string>): Sent;
  send(body: string): Sent;
}

type Handler = (request: Request, reply: Sent) => Sent;

interface Fastify {
  get(path: string, handler: Handler): void;
  post(path: string, handler: Handler): void;
  addContentTypeParser(
    type: string,
    options: { parseAs: 'string' },
    parse: (request: Request, body: string, done: (error: null, form: object) => void) => void,
  ): void;
  listen(options: { host: string; port: number }): Promise<string>;
}

/** `node fastify.js DATABASE` */
const answer = createService(process.argv[2] ?? '', false);
const app = (createRequire(join(TOOLS, 'package.json'))('fastify') as () => Fastify)();
app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
  done(null, Object.fromEntries(new URLSearchParams(body)));
});

const handle =
  (resource: string): Handler =>
  ({ method, url, host, ip: address, headers: { authorization }, params, body: form = {} }, sent) => {
    const reply = answer(resource, { method, url, host, address, authorization, form }, params.uid ?? '');
    return sent.code(reply.status).headers(reply.headers).send(reply.body);
  };

for (const [resource, path] of Object.entries(reads)) app.get(path, handle(resource));
for (const [resource, path] of Object.entries(forms)) app.post(path, handle(resource));
process.stdout.write(`listens on ${await app.listen({ host: '127.0.0.1', port: 0 })}\n`);
