import type { Generated } from 'kysely';
import type { z } from 'zod';

/** Values that a stored row takes from a later row with its key: all, only a first one in place of null (`once`), or none. */
export type Update = 'always' | 'once' | 'never';

export interface ColumnOptions {
  type: 'integer' | 'text';
  isNullable?: boolean;
  field?: string;
  isInFile?: boolean;
  isSparse?: boolean;
  defaultsToNow?: boolean;
  isSecret?: boolean;
  references?: string;
  update?: Update;
  toField?(value: unknown): unknown;
}

export class Column<Value> {
  readonly schema: z.ZodType<Value>;
  readonly options: ColumnOptions;

  constructor(schema: z.ZodType<Value>, options: ColumnOptions) {
    this.schema = schema;
    this.options = options;
  }

  /** Allows null, which also becomes the default. */
  nullable(): Column<Value | null> {
    return new Column<Value | null>(this.schema.nullable().default(null), { ...this.options, isNullable: true });
  }

  default(value: Value): Column<Value> {
    return new Column(this.schema.default(value as never) as z.ZodType<Value>, this.options);
  }

  defaultsToNow(): Column<Value> {
    const schema = this.schema.optional() as z.ZodType<unknown> as z.ZodType<Value>;
    return new Column(schema, { ...this.options, defaultsToNow: true });
  }

  as(field: string): Column<Value> {
    return this.#with({ field });
  }

  /** Leaves the column out of galaxy files; rows that are read from them get the default. */
  omitted(): Column<Value> {
    return this.#with({ isInFile: false });
  }

  /** Leaves the column out of records in which it has its default. */
  sparse(): Column<Value> {
    return this.#with({ isSparse: true });
  }

  /** Hides the values from people. */
  secret(): Column<Value> {
    return this.#with({ isSecret: true });
  }

  references(table: string): Column<Value> {
    return this.#with({ references: table });
  }

  update(update: Update): Column<Value> {
    return this.#with({ update });
  }

  /** Lets the database number rows that have no number. */
  generated(): Column<Generated<Value>> {
    // Kysely's mark is only a type.
    return this as unknown as Column<Generated<Value>>;
  }

  #with(options: Partial<ColumnOptions>): Column<Value> {
    return new Column(this.schema, { ...this.options, ...options });
  }
}

/** A column that is computed from the rest of its row; neither rows nor galaxy files have it. */
export class DerivedColumn<Value> {
  readonly options: ColumnOptions;
  readonly derive: (row: never) => Value;

  constructor(options: ColumnOptions, derive: (row: never) => Value) {
    this.options = options;
    this.derive = derive;
  }
}

/** A part of a row that another table stores. */
export class Part<Value> {
  /** Without this, a column would have the type of a part as well. */
  readonly isPart = true;
  readonly schema: z.ZodType<Value>;
  readonly options: Partial<ColumnOptions>;

  constructor(schema: z.ZodType<Value>, toField?: ColumnOptions['toField']) {
    this.schema = schema;
    this.options = toField ? { toField } : {};
  }
}
