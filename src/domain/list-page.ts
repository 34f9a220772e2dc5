import { lowerCase } from './text.js';

export const MAX_ITEMS = 1000;
export const DEFAULT_ITEMS = 50;

/** Maximum transactions in a run of the credit log. Reference, section 4.7. */
export const RUN_LENGTH = 1000;

export interface CreditLogPage {
  /** 0 for the newest transactions, otherwise the lowest id of the run. */
  startId: number;
  /** Position in the run, from 1. */
  startIndex: number;
  itemCount: number;
  /** Unix seconds, inclusive. */
  since?: number;
}

export interface EventPage {
  /** Unix seconds, inclusive. */
  since: number;
  type: string | undefined;
  /** From 0. */
  startIndex: number;
  itemCount: number;
}

/** Compares event types regardless of case; without a wanted type, all events match. */
export function isOfType({ type }: { type: string | null }, wanted: string | undefined): boolean {
  return wanted === undefined || (type !== null && lowerCase(type) === lowerCase(wanted));
}
