import net from 'node:net';
import { listen } from './cli/strange-server.js';
import type { Scope } from './scope.js';

/**
 * Starts a proxy in front of a server, which ends with the test. It can stop forwarding as a cut cable does: connections stay
 * open, and no byte moves.
 */
export async function startStoppingProxy(t: Scope, target: { host: string; port: number }) {
  let isStopped = false;
  let trigger: string | undefined;
  let onStopped = () => {};
  const stopped = new Promise<void>((resolve) => {
    onStopped = resolve;
  });
  const sockets = new Set<net.Socket>();
  const stop = () => {
    isStopped = true;
    for (const socket of sockets) socket.pause();
    onStopped();
  };
  const forward = (from: net.Socket, to: net.Socket, isClient: boolean) => {
    sockets.add(from);
    from.on('error', () => to.destroy());
    from.on('close', () => isStopped || to.destroy());
    from.on('data', (bytes) => {
      if (isClient && trigger !== undefined && bytes.includes(trigger)) stop();
      if (!isStopped) to.write(bytes);
    });
  };
  const server = net.createServer((client) => {
    const upstream = net.connect(target);
    forward(client, upstream, true);
    forward(upstream, client, false);
    if (isStopped) client.pause();
  });
  const { port } = new URL(await listen(t, server));
  t.teardown(() => sockets.forEach((socket) => void socket.destroy()));
  return {
    port: Number(port),
    /** Stops forwarding: at once, or when a client sends bytes that have this text. */
    stopForwarding(text?: string) {
      trigger = text;
      if (text === undefined) stop();
    },
    /** Resolves when it has stopped. */
    stopped,
  };
}
