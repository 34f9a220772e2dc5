import { fromTools } from '../../tools.js';
import { createService, paths } from './service.js';

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
  get(path: string, handler: (request: Request, reply: Sent) => Sent): void;
  listen(options: { host: string; port: number }): Promise<string>;
}

/** `node fastify.js DATABASE [plain]` */
const [file = '', plain] = process.argv.slice(2);
const app = (fromTools('fastify') as () => Fastify)();
for (const [resource, answer] of Object.entries(createService(file, plain === 'plain'))) {
  app.get(
    paths[resource] as string,
    ({ method, url, host, ip: address, headers: { authorization }, params }, reply) => {
      const { status, headers, body } = answer({ method, url, host, address, authorization }, params.uid);
      return reply.code(status).headers(headers).send(body);
    },
  );
}
process.stdout.write(`listens on ${await app.listen({ host: '127.0.0.1', port: 0 })}\n`);
