/** A JSON value. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** The style of a cell on a terminal with colour. */
export type Tone = 'strong' | 'dim' | 'good' | 'bad';

/** A column of a command's output. */
export interface Column<Row> {
  /** The field in JSON, and the heading. */
  name: string;
  value(row: Row): Json;
  /** Returns the text for a terminal; the value itself by default. */
  shown?(row: Row): string;
  /** Texts for a list on a terminal, the longest first; a narrow terminal gets a shorter one. By default `shown` alone. */
  forms?: readonly ((row: Row) => string)[];
  /** Handling of long text in a list on a narrow terminal: cut to one line, or wrapped so that all of it is shown. */
  long?: 'cut' | 'wrap';
  /** A list on a narrow terminal leaves this column out: 1 first. */
  optional?: 1 | 2 | 3 | 4;
  tone?: Tone | ((row: Row) => Tone | undefined);
  align?: 'right';
  /** A record in a table leaves this field out when it has no value. */
  hidesEmpty?: true;
  /** Printed in JSON only: too long for a line. */
  detail?: true;
}

/** Rows, some of which may not have arrived yet. */
export type Rows<Row> = Iterable<Row> | AsyncIterable<Row>;

/** Returns the text of a cell for people. */
export function tableText(value: Json): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return cellText(value);
}

/** Returns the text of a cell: lists joined by commas, nested values as JSON, null as an empty text. */
export function cellText(value: Json): string {
  if (value === null) return '';
  if (typeof value !== 'object') return String(value);
  const flat = Array.isArray(value) && value.every((item) => typeof item !== 'object' || item === null);
  return flat ? value.map(cellText).join(',') : JSON.stringify(value);
}
