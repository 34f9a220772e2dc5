import { fromTools } from '../../tools.js';
import { createService, paths, type Reply } from './service.js';

interface Request {
  method: string;
  url: string;
  host: string;
  ip: string;
  headers: { authorization?: string };
  params: { uid: string };
}

interface Sent {
  code(status: number): Sent;
  headers(fields: Record<string, string>): Sent;
  send(body: string): Sent;
}

interface Fastify {
  get(path: string, handler: (request: Request, reply: Sent) => Sent | Promise<Sent>): void;
  listen(options: { host: string; port: number }): Promise<string>;
}

/** `node fastify.js FILE [plain]` */
const [file = '', plain] = process.argv.slice(2);
const answer = createService(file, plain === 'plain');
const app = (fromTools('fastify') as () => Fastify)();
for (const [resource, path] of Object.entries(paths)) {
  app.get(path, ({ method, url, host, ip: address, headers: { authorization }, params }, sent) => {
    const send = ({ status, headers, body }: Reply) => sent.code(status).headers(headers).send(body);
    const reply = answer(resource, { method, url, host, address, authorization }, params.uid);
    return reply instanceof Promise ? reply.then(send) : send(reply);
  });
}
process.stdout.write(`listens on ${await app.listen({ host: '127.0.0.1', port: 0 })}\n`);
