import { lowerCase } from './text.js';

/** The maximum and the default number of items on a page of a list. */
export const MAX_ITEMS = 1000;
export const DEFAULT_ITEMS = 50;

/** The maximum number of transactions in a run of the credit log. Reference, section 4.7. */
export const RUN_LENGTH = 1000;

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

/** A page of a character's events, newest first. */
export interface EventPage {
  /** Unix seconds: only events from this time on. */
  since: number;
  /** Only events of this type, in upper or lower case; of all types when it is undefined. */
  type: string | undefined;
  /** Position of the first item, counted from 0. */
  startIndex: number;
  /** 1 to 1000. */
  itemCount: number;
}

/** Returns true for an event of the wanted type, in upper or lower case; any event is of no type in particular. */
export function isOfType({ type }: { type: string | null }, wanted: string | undefined): boolean {
  return wanted === undefined || (type !== null && lowerCase(type) === lowerCase(wanted));
}
