import { turn } from '../../turn.js';

/** The number of rows that are read at a time: reading them takes less than a millisecond. */
export const PIECE = 100;

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
 * Reads a list in the order of its uids, in pieces between which others have their turn.
 *
 * @param longer reads rows whose uids are longer than the one before a place
 * @param further reads those of the same length, up to the last of them
 */
export async function readInTurns<Row>(
  longer: Read<Row>,
  further: Read<Row>,
  uidOf: (row: Row) => string,
): Promise<Row[]> {
  const rows = await longer(START, PIECE);
  if (rows.length < PIECE) return rows;
  for (;;) {
    await turn();
    const last = uidOf(rows.at(-1) as Row);
    const place = { after: last, length: last.length };
    const same = await further(place, PIECE);
    const more = same.length < PIECE ? await longer(place, PIECE - same.length) : [];
    for (const row of same) rows.push(row);
    for (const row of more) rows.push(row);
    if (same.length + more.length < PIECE) return rows;
  }
}
