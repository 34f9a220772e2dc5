import http from 'node:http';
import Router from '@koa/router';
import Koa from 'koa';
import { announce } from '../../bare/announce.js';
import { createService, paths } from './service.js';

/** `node koa.js DATABASE [plain]` */
const [file = '', plain] = process.argv.slice(2);
const router = new Router();
for (const [resource, answer] of Object.entries(createService(file, plain === 'plain'))) {
  router.get(paths[resource] as string, (ctx) => {
    const { method, url, host, ip: address } = ctx;
    const reply = answer({ method, url, host, address, authorization: ctx.get('Authorization') }, ctx.params.uid ?? '');
    ctx.status = reply.status;
    ctx.set(reply.headers);
    ctx.body = reply.body;
  });
}
const app = new Koa();
app.use(router.routes());
announce(http.createServer(app.callback()));
