const { writeSync } = require('node:fs') as typeof import('node:fs');
const { Session } = require('node:inspector') as typeof import('node:inspector');
const { Server } = require('node:net') as typeof import('node:net');

const { listen } = Server.prototype as unknown as { listen(...args: unknown[]): unknown };

let later: string[] = [];

/** Required by a program: at its end, writes to standard error which modules it has loaded since it last began to listen. */
Object.assign(Server.prototype, {
  listen(...args: unknown[]) {
    later = [];
    return listen.apply(this, args);
  },
});

// The debugger sees modules of Node.js and of either kind.
const session = new Session();
session.connect();
session.on('Debugger.scriptParsed', ({ params: { url } }) => {
  if (/^(?:file|node):/.test(url)) later.push(url);
});
session.post('Debugger.enable');

process.once('exit', () => writeSync(2, `loaded later: ${JSON.stringify(later)}\n`));
