import type { Server } from './server.js';

/** Holds every reading of an event until it is let go, and counts how many are held at once. */
export function holdEvents({ store }: Pick<Server, 'store'>) {
  const { find } = store.events;
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const events = { inFlight: 0, most: 0, letGo };
  store.events.find = async (uid) => {
    events.inFlight += 1;
    events.most = Math.max(events.most, events.inFlight);
    await held;
    events.inFlight -= 1;
    return find(uid);
  };
  return events;
}
