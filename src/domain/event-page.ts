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
