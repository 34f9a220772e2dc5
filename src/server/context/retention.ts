/** The ages at which histories are removed, in seconds; without one they stay. */
export interface Retention {
  keepEvents?: number | undefined;
  keepTransactions?: number | undefined;
}

/** The times from which on histories are shown, in Unix seconds. */
export interface ShownSince {
  events: number;
  transactions: number;
}

/** The steps of the times, in seconds: answers of one minute are the same, so that they can be kept. */
const STEP = 60;

/** Returns the times from which on histories are shown: what is older is removed within a day, and nobody sees it until then. */
export function shownSince({ keepEvents, keepTransactions }: Retention, now: number): ShownSince {
  const next = Math.ceil(now / STEP) * STEP;
  const since = (age: number | undefined) => (age === undefined ? 0 : Math.max(0, next - age));
  return { events: since(keepEvents), transactions: since(keepTransactions) };
}
