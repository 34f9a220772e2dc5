import { Attacker } from './attacker.js';
import { attacks } from './attacks.js';

/** A request for the process of the attackers. */
export interface Order {
  /** The number of the attack. */
  attack: number;
  /** Starts it; without, it opens no further connection. */
  start?: { port: number; address: string; connections: number };
}

const attackers = new Map<number, Attacker>();

process.on('message', ({ attack: number, start }: Order) => {
  const attack = attacks[number];
  if (start && attack) {
    const target = { host: '127.0.0.1', port: start.port, localAddress: start.address };
    attackers.set(number, new Attacker(attack, target, start.connections));
  }
  process.send?.(start ? {} : attackers.get(number)?.finish());
});
process.once('disconnect', () => process.exit());
