import { Attacker, type Held } from './attacker.js';
import { attacks } from './attacks.js';

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
