/** The most transactions that one run of the credit log holds. Reference, section 4.7. */
export const RUN_LENGTH = 1000;

/** The most items that one page can show, and how many it shows unasked. */
export const MAX_ITEMS = 1000;
export const DEFAULT_ITEMS = 50;

/** Which part of a credit log is asked for. */
export interface CreditLogPage {
  /** 0 for the newest transactions, otherwise the lowest id of the run. */
  startId: number;
  /** Position in the run of the first item, counted from 1. */
  startIndex: number;
  /** 1 to 1000. */
  itemCount: number;
}
