import { readFileSync } from 'node:fs';
import http from 'node:http';
import Koa from 'koa';
import { type Answer, chosenHeaders } from '../answer.js';
import { announce } from './announce.js';

/** The fastest answer in Koa: `node koa-write-head.js FILE` sends the recorded answer with one writeHead, past Koa's own sending. */
const answer = JSON.parse(readFileSync(process.argv[2] as string, 'utf8')) as Answer;
const { status, body } = answer;
const headers = [...chosenHeaders(answer).flat(), 'Content-Length', String(Buffer.byteLength(body))];

const app = new Koa();
app.use((ctx) => {
  ctx.respond = false;
  ctx.res.writeHead(status, headers);
  ctx.res.end(body);
});
announce(http.createServer(app.callback()));
