import { once } from 'node:events';
import net from 'node:net';
import type { Scope } from './scope.js';

/** A proxy in front of a server, which can stop forwarding as a cut cable does: connections stay open, and no byte moves. */
export interface StoppingProxy {
  port: number;
  /** Stops forwarding: at once, or when a client sends bytes that have this text. */
  stopForwarding(text?: string): void;
  /** Resolves when it has stopped. */
  stopped: Promise<void>;
}

/** Starts a proxy; it ends with the test. */
export async function startStoppingProxy(t: Scope, target: { host: string; port: number }): Promise<StoppingProxy> {
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
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return {
    port: (server.address() as net.AddressInfo).port,
    stopForwarding(text) {
      trigger = text;
      if (text === undefined) stop();
    },
    stopped,
  };
}
