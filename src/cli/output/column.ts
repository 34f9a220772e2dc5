/** What JSON can hold. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** How a cell stands out on a terminal that has colour. */
export type Tone = 'strong' | 'dim' | 'good' | 'bad';

/** A named part of what a command prints. */
export interface Column<Row> {
  /** Its field in JSON, and its heading. */
  name: string;
  value(row: Row): Json;
  /** What people get to see on a terminal, where that is not the value itself. */
  shown?(row: Row): string;
  tone?: Tone | ((row: Row) => Tone | undefined);
  align?: 'right';
  /** Only in JSON, being too much for a line. */
  detail?: true;
}

/** Rows that may still be on their way. */
export type Rows<Row> = Iterable<Row> | AsyncIterable<Row>;

/** A value as the text of a cell: lists with commas, what is nested as JSON, nothing as nothing. */
export function cellText(value: Json): string {
  if (value === null) return '';
  if (typeof value !== 'object') return String(value);
  const flat = Array.isArray(value) && value.every((item) => typeof item !== 'object' || item === null);
  return flat ? value.map(cellText).join(',') : JSON.stringify(value);
}
