/** The maximum number of transactions in a run of the credit log. Reference, section 4.7. */
export const RUN_LENGTH = 1000;

/** The maximum and the default number of items on a page. */
export const MAX_ITEMS = 1000;
export const DEFAULT_ITEMS = 50;

/** A page of a credit log. */
export interface CreditLogPage {
  /** 0 for the newest transactions, otherwise the lowest id of the run. */
  startId: number;
  /** Position in the run of the first item, counted from 1. */
  startIndex: number;
  /** 1 to 1000. */
  itemCount: number;
  /** Unix seconds: only transactions from this time on; all by default. */
  since?: number;
}
