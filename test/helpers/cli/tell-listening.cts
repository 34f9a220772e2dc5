const { writeSync } = require('node:fs') as typeof import('node:fs');
const { Server } = require('node:net') as typeof import('node:net');

const { listen } = Server.prototype as unknown as { listen(...args: unknown[]): unknown };

/** True for the copy of Koa that oidc-provider loads: that of the program is in its bundle. */
const isOfProvider = (file: string) => file.includes('node_modules/koa/');

/** Required by a program: writes to standard error, whenever it begins to listen, whether oidc-provider is loaded. */
Object.assign(Server.prototype, {
  listen(...args: unknown[]) {
    writeSync(2, `listens ${Object.keys(require.cache).some(isOfProvider) ? 'with' : 'without'} oidc-provider\n`);
    return listen.apply(this, args);
  },
});
