/** A form that a route answers in. */
export type Format = 'json' | 'xml' | 'stream';

/** The values that were typed into the form of a route. */
export interface Values {
  /** The values of its fields, by name. */
  fields: Record<string, string>;
  /** The text of a JSON body, if that was chosen. */
  json?: string;
  /** The chosen form of the answer, if it is not JSON. */
  format?: Format;
}
