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

/** Keeps connections of one address open, as many as it can. */
class Attacker {
  readonly #attack: Attack;
  readonly #target: net.TcpNetConnectOpts;
  readonly #token: string;
  readonly #sockets = new Set<net.Socket>();
  readonly #timer: NodeJS.Timeout;
  #isOver = false;
  #opened = 0;
  #longest = 0;
  /** The number of what was sent. */
  #number = 0;

  constructor(
    attack: Attack,
    target: net.TcpNetConnectOpts,
    { connections, atOnce, token }: { connections: number; atOnce: number; token: string },
  ) {
    this.#attack = attack;
    this.#target = target;
    this.#token = token;
    this.#timer = setInterval(() => this.#round(connections, atOnce), EVERY);
    this.#round(connections, atOnce);
  }

  /** Opens no further connection, and returns what is held. */
  finish(): Held {
    this.#isOver = true;
    if (this.#attack.leaves) this.close();
    const received = [...this.#sockets].reduce((sum, { bytesRead }) => sum + bytesRead, 0);
    return { opened: this.#opened, open: this.#sockets.size, longest: Math.round(this.#longest), received };
  }

  close(): void {
    clearInterval(this.#timer);
    for (const socket of this.#sockets) socket.destroy();
  }

  #round(connections: number, atOnce: number): void {
    const { next, limit } = this.#attack;
    // A client that is served ends by falling silent.
    const more = this.#isOver && limit === undefined ? undefined : next;
    for (const socket of this.#sockets) if (more !== undefined && socket.writable) socket.write(this.#fill(more));
    const missing = this.#isOver ? 0 : Math.min(atOnce, connections - this.#sockets.size);
    for (let count = 0; count < missing; count += 1) this.#open();
  }

  #open(): void {
    const { first, isDeaf = false } = this.#attack;
    const begun = performance.now();
    const socket = net.connect({ ...this.#target, noDelay: true });
    this.#sockets.add(socket);
    this.#opened += 1;
    const end = () => {
      if (this.#sockets.delete(socket)) this.#longest = Math.max(this.#longest, performance.now() - begun);
    };
    socket
      .on('error', () => {})
      .on('end', end)
      .on('close', end);
    if (!isDeaf) socket.resume();
    if (first !== '') socket.write(this.#fill(first));
  }

  #fill(text: string): string {
    this.#number += 1;
    return text.replaceAll('{n}', `${this.#target.localAddress}-${this.#number}`).replaceAll('{token}', this.#token);
  }
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

const attackers = new Map<number, Attacker[]>();

process.on('message', ({ attack: number, start }: Order) => {
  const attack = attacks[number];
  if (start && attack) {
    const { port, addresses, connections, token } = start;
    const atOnce = Math.ceil(AT_ONCE / addresses.length);
    const target = (localAddress: string) => ({ host: '127.0.0.1', port, localAddress });
    attackers.set(
      number,
      addresses.map((address) => new Attacker(attack, target(address), { connections, atOnce, token })),
    );
  }
  process.send?.(start ? {} : together((attackers.get(number) ?? []).map((attacker) => attacker.finish())));
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
