/** A line of the page about a character, a faction, a client or an address. */
export interface Line {
  /** The kind of what the line is about, such as `account` or `grant`. */
  topic: string;
  /** Its id, uid, name or path; null for a note. */
  id: string | null;
  state: string | null;
  detail: string;
  /** Unix seconds. */
  time: number | null;
}

/** The number of lines of one topic. */
export const MOST = 20;

/** Makes a line; what is left out is empty. */
export function line(topic: string, fields: Partial<Omit<Line, 'topic'>>): Line {
  return { topic, id: null, state: null, detail: '', time: null, ...fields };
}

/** Returns up to 20 lines of a topic, and how many more there are. */
export function some<T>(rows: readonly T[], toLine: (row: T) => Line): Line[] {
  const lines = rows.slice(0, MOST).map(toLine);
  const [first] = lines;
  const more = rows.length - MOST;
  if (!first || more <= 0) return lines;
  return [...lines, line(first.topic, { detail: `and ${more.toLocaleString('en')} more` })];
}

/** Joins the parts of a detail that there are. */
export function parts(...texts: (string | false | null | undefined)[]): string {
  return texts.filter((text) => typeof text === 'string' && text !== '').join('; ');
}
