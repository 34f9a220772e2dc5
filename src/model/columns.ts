import { z } from 'zod';
import { findForbiddenCharacter, quote } from '../domain/text.js';
import { isUid, type UidType, uidTypes } from '../domain/uid.js';
import { Column, DerivedColumn } from './column.js';
import { readTime } from './read-time.js';

export const NAME_LENGTH = 200;

export const TEXT_BYTES = 64 * 1024;

export type Flag = 0 | 1;

export function flagOf(value: boolean): Flag {
  return value ? 1 : 0;
}

function checked<T>(schema: z.ZodType<T, T>, problemOf: (value: T) => string | undefined) {
  return schema.check(({ value, issues }) => {
    const problem = problemOf(value);
    if (problem !== undefined) issues.push({ code: 'custom', input: value, message: problem });
  });
}

const textColumn = (problemOf: (value: string) => string | undefined) =>
  new Column(checked(z.string(), problemOf), { type: 'text' });

export const text = () =>
  textColumn((value) =>
    Buffer.byteLength(value) > TEXT_BYTES ? `is longer than ${TEXT_BYTES} bytes` : forbidden(value),
  );

export const name = () => textColumn(nameProblem);

/** Lookups also accept a uid, so such a name must not look like one. */
export const uniqueName = () =>
  textColumn(
    (value) =>
      nameProblem(value) ??
      (/^\s*\d+\s*:\s*\d+\s*$/.test(value) ? `looks like a uid, and would never be found: ${quote(value)}` : undefined),
  );

function nameProblem(value: string): string | undefined {
  if (value.trim() === '') return 'is blank';
  if (value.length > NAME_LENGTH && [...value].length > NAME_LENGTH) return `is longer than ${NAME_LENGTH} characters`;
  return forbidden(value);
}

function forbidden(value: string): string | undefined {
  const character = findForbiddenCharacter(value);
  return character === undefined ? undefined : `contains ${character}, which XML 1.0 cannot hold`;
}

export const uid = (...types: [UidType, ...UidType[]]) => {
  const forms = types.map((type) => `“${uidTypes[type]}:NUMBER” (${type})`);
  return textColumn((value) =>
    isUid(value, ...types) ? undefined : `must be a uid ${forms.join(' or ')}, not ${quote(value)}`,
  );
};

export const sha256 = () =>
  textColumn((value) => (/^[0-9a-f]{64}$/.test(value) ? undefined : 'must be 64 hexadecimal digits'));

export const oneOf = <Word extends string>(...words: Word[]) => new Column<Word>(z.enum(words), { type: 'text' });

export const stringList = () =>
  new Column<string>(
    z
      .array(z.string())
      .default([])
      .transform((list) => JSON.stringify(list)),
    { type: 'text', toField: (value) => JSON.parse(String(value)) },
  );

const wholeColumn = (problemOf: (value: number) => string | undefined) =>
  new Column(
    checked(z.number(), (value) =>
      Number.isSafeInteger(value)
        ? problemOf(value)
        : `must be a whole number up to ${Number.MAX_SAFE_INTEGER}, not ${value}`,
    ),
    { type: 'integer' },
  );

export const whole = (least: number = Number.MIN_SAFE_INTEGER, most: number = Number.MAX_SAFE_INTEGER) =>
  wholeColumn((value) => {
    if (value < least) return `must be at least ${least}, not ${value}`;
    return value > most ? `must be at most ${most}, not ${value}` : undefined;
  });

export const uses = (least: number) =>
  wholeColumn((value) =>
    value >= least || value === -1 ? undefined : `must be at least ${least}, or -1 for unlimited, not ${value}`,
  );

export const flag = () =>
  new Column<Flag>(z.boolean().transform(flagOf), { type: 'integer', toField: (value) => value === 1 });

/** A time: Unix seconds in a table; galaxy files may also have ISO 8601 or galactic time. */
export const time = () =>
  new Column<number>(
    z.union([z.number(), z.string()], { error: 'must be a time: a number or a text' }).transform((value, context) => {
      try {
        return readTime(value);
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        context.issues.push({ code: 'custom', input: value, message });
        return z.NEVER;
      }
    }),
    { type: 'integer' },
  );

/** The time at which a row was removed that histories still refer to, or null. Rows do not carry it: writing a row restores it. */
export const removedAt = () => new DerivedColumn<number | null>({ type: 'integer', isNullable: true }, () => null);
