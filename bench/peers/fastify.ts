import { readFileSync } from 'node:fs';
import type { Answer } from '../answer.js';
import { fromTools } from '../tools.js';

interface Fastify {
  get(path: string, handler: () => Promise<unknown>): void;
  listen(options: { host: string; port: number }): Promise<string>;
}

/** The answer in a one-line Fastify handler: `node fastify.js FILE PATH`. */
const [file = '', path = ''] = process.argv.slice(2);
const answer: unknown = JSON.parse((JSON.parse(readFileSync(file, 'utf8')) as Answer).body);

const app = (fromTools('fastify') as () => Fastify)();
app.get(path, async () => answer);
process.stdout.write(`listens on ${await app.listen({ host: '127.0.0.1', port: 0 })}\n`);
