/** The content of a database at one time, which stays in memory. */
export interface Snapshot {
  /** The copy of each table, by its name. */
  readonly copies: ReadonlyMap<string, number>;
}

/** Copies of the content of a database, for a sandbox that goes back to them. */
export interface Snapshots {
  /** Keeps the present content. Costs time and memory only for tables that have changed since the last snapshot. */
  take(): Promise<Snapshot>;
  /** Brings the content of a snapshot back. Costs time only for tables that differ. */
  restore(snapshot: Snapshot): Promise<void>;
  /** Forgets a snapshot. */
  drop(snapshot: Snapshot): Promise<void>;
}
