import type { AddressInfo } from 'node:net';
import Router from '@koa/router';
import Koa from 'koa';
import { koaBody } from 'koa-body';
import { createService, forms, reads } from './service.js';

/** `node koa.js DATABASE koa|bare` */
const handle = createService(process.argv[2] ?? '', process.argv[3] === 'bare');
const router = new Router();
for (const [resource, path] of Object.entries(reads)) router.get(path, handle(resource));
for (const [resource, path] of Object.entries(forms)) router.post(path, koaBody(), handle(resource));
const server = new Koa().use(router.routes()).listen(0, '127.0.0.1', () => {
  process.stdout.write(`listens on http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
