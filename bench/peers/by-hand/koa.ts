import http from 'node:http';
import Router, { type RouterContext } from '@koa/router';
import Koa from 'koa';
import { koaBody } from 'koa-body';
import { announce } from '../../bare/announce.js';
import { createService, paths, type Reply } from './service.js';

/** `node koa.js DATABASE [plain]`: a file of SQLite, or the address of a database of PostgreSQL. */
const [database = '', plain] = process.argv.slice(2);
const answer = createService(database, plain === 'plain');
const router = new Router();

const handle = (resource: string) => (ctx: RouterContext) => {
  const { method, url, host, ip: address } = ctx;
  const form = (ctx.request.body ?? {}) as Record<string, string>;
  const call = { method, url, host, address, authorization: ctx.get('Authorization'), form };
  const send = ({ status, headers, body }: Reply) => {
    ctx.status = status;
    ctx.set(headers);
    ctx.body = body;
  };
  const reply = answer(resource, call, ctx.params.uid ?? '');
  return reply instanceof Promise ? reply.then(send) : send(reply);
};

for (const [resource, path] of Object.entries(paths)) router.get(path, handle(resource));
router.post(paths.datacard as string, koaBody(), handle('datacard_assign'));
const app = new Koa();
app.use(router.routes());
announce(http.createServer(app.callback()));
