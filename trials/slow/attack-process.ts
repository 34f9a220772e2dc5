import net from 'node:net';
import { type Attack, attacks } from './attacks.js';

/** What has become of the connections of an attack. */
export interface Held {
  opened: number;
  open: number;
  /** The longest time from the opening of a connection to its end, in milliseconds. */
  longest: number;
  /** Bytes that came on those that are open. */
  received: number;
}

/** Milliseconds between two rounds: what is sent slowly, and the connections in place of closed ones. */
const EVERY = 100;

/** Keeps connections of one address open, as many as it can; the function opens no further one, and returns what is held. */
function startAttacker(
  { first, next, isDeaf = false, limit, leaves = false }: Attack,
  target: net.TcpNetConnectOpts,
  { connections, atOnce, token }: { connections: number; atOnce: number; token: string },
): () => Held {
  const sockets = new Set<net.Socket>();
  let [opened, longest, number, isOver] = [0, 0, 0, false];
  const fill = (text: string) => {
    number += 1;
    return text.replaceAll('{n}', `${target.localAddress}-${number}`).replaceAll('{token}', token);
  };
  const open = () => {
    const begun = performance.now();
    const socket = net.connect({ ...target, noDelay: true });
    sockets.add(socket);
    opened += 1;
    const end = () => {
      if (sockets.delete(socket)) longest = Math.max(longest, performance.now() - begun);
    };
    socket
      .on('error', () => {})
      .on('end', end)
      .on('close', end);
    if (!isDeaf) socket.resume();
    if (first !== '') socket.write(fill(first));
  };
  const round = () => {
    // A client that is served ends by falling silent.
    const more = isOver && limit === undefined ? undefined : next;
    for (const socket of sockets) if (more !== undefined && socket.writable) socket.write(fill(more));
    const missing = isOver ? 0 : Math.min(atOnce, connections - sockets.size);
    for (let count = 0; count < missing; count += 1) open();
  };
  const timer = setInterval(round, EVERY);
  round();
  return () => {
    isOver = true;
    if (leaves) {
      clearInterval(timer);
      for (const socket of sockets) socket.destroy();
    }
    const received = [...sockets].reduce((sum, { bytesRead }) => sum + bytesRead, 0);
    return { opened, open: sockets.size, longest: Math.round(longest), received };
  };
}

/** A request for the process of the attackers. */
export interface Order {
  /** The number of the attack. */
  attack: number;
  /** Starts it; without, it opens no further connection. */
  start?: { port: number; addresses: string[]; connections: number; token: string };
}

/** The connections that all addresses of an attack open at a time. */
const AT_ONCE = 40;

const attackers = new Map<number, (() => Held)[]>();

process.on('message', ({ attack: number, start }: Order) => {
  const attack = attacks[number];
  if (start && attack) {
    const { port, addresses, connections, token } = start;
    const atOnce = Math.ceil(AT_ONCE / addresses.length);
    const target = (localAddress: string) => ({ host: '127.0.0.1', port, localAddress });
    const options = { connections, atOnce, token };
    const started = addresses.map((address) => startAttacker(attack, target(address), options));
    attackers.set(number, started);
  }
  process.send?.(start ? {} : together((attackers.get(number) ?? []).map((finish) => finish())));
});
process.once('disconnect', () => process.exit());

/** Returns what several attackers hold together. */
function together(all: readonly Held[]): Held {
  return all.reduce((sum, { opened, open, longest, received }) => ({
    opened: sum.opened + opened,
    open: sum.open + open,
    longest: Math.max(sum.longest, longest),
    received: sum.received + received,
  }));
}
