import { readFileSync } from 'node:fs';
import http from 'node:http';
import type { Answer } from '../answer.js';
import { announce } from '../bare/announce.js';
import { fromTools } from '../tools.js';

type Handler = (request: unknown, response: { json(value: unknown): void }) => void;
type Express = () => http.RequestListener & { get(path: string, handler: Handler): void };

/** The answer in a one-line Express handler: `node express.js FILE PATH`. */
const [file = '', path = ''] = process.argv.slice(2);
const answer: unknown = JSON.parse((JSON.parse(readFileSync(file, 'utf8')) as Answer).body);

const app = (fromTools('express') as Express)();
app.get(path, (_request, response) => response.json(answer));
announce(http.createServer(app));
