import { readFileSync } from 'node:fs';
import http from 'node:http';
import Koa from 'koa';
import { koaBody } from 'koa-body';
import { type Answer, chosenHeaders } from '../answer.js';
import { announce } from './announce.js';

/** The least work for an answer in Koa that reads the body: `node koa-body.js FILE` parses it, and sends the recorded answer. */
const answer = JSON.parse(readFileSync(process.argv[2] as string, 'utf8')) as Answer;
const { status, body } = answer;
const headers = Object.fromEntries(chosenHeaders(answer));

const app = new Koa();
app.use(koaBody());
app.use((ctx) => {
  ctx.status = status;
  ctx.set(headers);
  ctx.body = body;
});
announce(http.createServer(app.callback()));
