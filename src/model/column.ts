import type { Generated } from 'kysely';
import type { z } from 'zod';

/**
 * The rule for a stored row that meets a later one with its key: it takes every different value, only a first one in place
 * of null, or none.
 */
export type Update = 'always' | 'once' | 'never';

/** The methods of `Column` set these, and say what each means. */
export interface ColumnOptions {
  /** The type that both databases store. */
  type: 'integer' | 'text';
  isNullable?: boolean;
  field?: string;
  isInFile?: boolean;
  isSparse?: boolean;
  defaultsToNow?: boolean;
  isSecret?: boolean;
  references?: string;
  update?: Update;
  /** Turns a stored value into that of a galaxy file. */
  toField?(value: unknown): unknown;
}

/** A column of a table: how it is stored, and how a galaxy file says it. */
export class Column<Value> {
  /** Reads what a galaxy file says, and returns what is stored. */
  readonly schema: z.ZodType<Value>;
  readonly options: ColumnOptions;

  constructor(schema: z.ZodType<Value>, options: ColumnOptions) {
    this.schema = schema;
    this.options = options;
  }

  /** Allows null, which is also the default. */
  nullable(): Column<Value | null> {
    return new Column<Value | null>(this.schema.nullable().default(null), { ...this.options, isNullable: true });
  }

  /** Sets what a record that leaves the column out gets. */
  default(value: Value): Column<Value> {
    return new Column(this.schema.default(value as never) as z.ZodType<Value>, this.options);
  }

  /** Sets the time of the import as the default. */
  defaultsToNow(): Column<Value> {
    const schema = this.schema.optional() as z.ZodType<unknown> as z.ZodType<Value>;
    return new Column(schema, { ...this.options, defaultsToNow: true });
  }

  /** Names the column's field in a galaxy file. */
  as(field: string): Column<Value> {
    return this.#with({ field });
  }

  /** Leaves the column out of galaxy files: a row that is read from one has its default. */
  omitted(): Column<Value> {
    return this.#with({ isInFile: false });
  }

  /** Leaves the column out of those records of a galaxy file in which it has its default. */
  sparse(): Column<Value> {
    return this.#with({ isSparse: true });
  }

  /** Keeps the column's values out of whatever people read. */
  secret(): Column<Value> {
    return this.#with({ isSecret: true });
  }

  /** Names the table whose key the column holds. */
  references(table: string): Column<Value> {
    return this.#with({ references: table });
  }

  /** Sets when a stored row takes a later value. */
  update(update: Update): Column<Value> {
    return this.#with({ update });
  }

  /** Lets the database number rows that do not bring a number along. */
  generated(): Column<Generated<Value>> {
    // Kysely's mark is a type alone: the column stays as it is.
    return this as unknown as Column<Generated<Value>>;
  }

  #with(options: Partial<ColumnOptions>): Column<Value> {
    return new Column(this.schema, { ...this.options, ...options });
  }
}

/** A column that is computed from the rest of its row: neither rows nor galaxy files carry it. */
export class DerivedColumn<Value> {
  readonly options: ColumnOptions;
  readonly derive: (row: never) => Value;

  constructor(options: ColumnOptions, derive: (row: never) => Value) {
    this.options = options;
    this.derive = derive;
  }
}

/** A part of a row that another table holds. */
export class Part<Value> {
  readonly schema: z.ZodType<Value>;
  /** The columns of each of its rows that refer to something, by name, with the tables that they refer to. */
  readonly references: Readonly<Record<string, string>>;
  readonly options: Partial<ColumnOptions>;

  constructor(schema: z.ZodType<Value>, references = {}, toField?: ColumnOptions['toField']) {
    this.schema = schema;
    this.references = references;
    this.options = toField ? { toField } : {};
  }
}
