/** The sizes that `npm run bench:sizes` measures on a demo galaxy, and keeps in sizes.json. */
export interface Sizes {
  /** Bytes of a row in its table and in all indexes of it, by table. */
  sqlite: Record<Growing, RowSize>;
  postgres: Record<Growing, RowSize>;
  /** Bytes of an answer: its head, and its body. */
  answers: Record<'character' | 'creditlog' | 'events', { head: number; body: number }>;
}

/** The tables that grow with time. */
export type Growing = 'transactions' | 'events' | 'arrivals';

export const growing: readonly Growing[] = ['transactions', 'events', 'arrivals'];

export interface RowSize {
  table: number;
  indexes: number;
}
