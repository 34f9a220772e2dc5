import { setImmediate } from 'node:timers/promises';

/** The number of rows that are read before the event loop gets its turn. */
export const TURN = 100;

/** A place in a list of uids, which has shorter ones first. */
export interface Place {
  /** The uid before it. */
  after: string;
  /** The length of that uid. */
  length: number;
}

/** The place before the first uid. */
export const START: Place = { after: '', length: 0 };

type Read<Row> = (place: Place, most: number) => Promise<Row[]>;

/**
 * Reads a list in the order of its uids, in parts between which other requests have their turn.
 *
 * @param longer reads rows whose uids are longer than the one before a place
 * @param further reads those of the same length, up to the last of them
 */
export async function readInTurns<Row>(
  longer: Read<Row>,
  further: Read<Row>,
  uidOf: (row: Row) => string,
): Promise<Row[]> {
  const rows = await longer(START, TURN);
  if (rows.length < TURN) return rows;
  for (;;) {
    await setImmediate();
    const last = uidOf(rows.at(-1) as Row);
    const place = { after: last, length: last.length };
    const same = await further(place, TURN);
    const more = same.length < TURN ? await longer(place, TURN - same.length) : [];
    for (const row of same) rows.push(row);
    for (const row of more) rows.push(row);
    if (same.length + more.length < TURN) return rows;
  }
}
