import { lowerCase } from './text.js';

/** The maximum and the default number of events on a page. */
export const MAX_EVENTS = 1000;
export const DEFAULT_EVENTS = 50;

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
