import { z } from 'zod';
import { findForbiddenCharacter, quote } from '../domain/text.js';
import { isUid, type UidType, uidTypes } from '../domain/uid.js';
import { Column, DerivedColumn } from './column.js';
import { readTime } from './read-time.js';

/** The longest name, in characters. */
export const NAME_LENGTH = 200;

/** The longest text, in bytes of UTF-8. */
export const TEXT_BYTES = 64 * 1024;

/** True or false, as both databases store it. */
export type Flag = 0 | 1;

export function flagOf(value: boolean): Flag {
  return value ? 1 : 0;
}

/** Adds a check to a schema: it returns what is wrong with a value, or undefined. */
function checked<T>(schema: z.ZodType<T, T>, problemOf: (value: T) => string | undefined) {
  return schema.check(({ value, issues }) => {
    const problem = problemOf(value);
    if (problem !== undefined) issues.push({ code: 'custom', input: value, message: problem });
  });
}

const textColumn = (problemOf: (value: string) => string | undefined) =>
  new Column(checked(z.string(), problemOf), { type: 'text' });

/** Text that JSON and XML can carry, empty or not. */
export const text = () =>
  textColumn((value) =>
    Buffer.byteLength(value) > TEXT_BYTES ? `is longer than ${TEXT_BYTES} bytes` : forbidden(value),
  );

/** A name: never blank, and short enough to be shown. */
export const name = () => textColumn(nameProblem);

/** A name that things are found by where a uid is accepted too, so it must not look like one. */
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

/** The uid of something of one of the given types. */
export const uid = (...types: [UidType, ...UidType[]]) => {
  const forms = types.map((type) => `“${uidTypes[type]}:NUMBER” (${type})`);
  return textColumn((value) =>
    isUid(value, ...types) ? undefined : `must be a uid ${forms.join(' or ')}, not ${quote(value)}`,
  );
};

/** A SHA-256 in hexadecimal. */
export const sha256 = () =>
  textColumn((value) => (/^[0-9a-f]{64}$/.test(value) ? undefined : 'must be 64 hexadecimal digits'));

/** One of some words. */
export const oneOf = <Word extends string>(...words: Word[]) => new Column<Word>(z.enum(words), { type: 'text' });

/** A list of texts: JSON in a table. */
export const stringList = () =>
  new Column<string>(
    z
      .array(z.string())
      .default([])
      .transform((list) => JSON.stringify(list)),
    { type: 'text', toField: (value) => JSON.parse(String(value)) },
  );

/** An exact whole number that a check accepts. */
const wholeColumn = (problemOf: (value: number) => string | undefined) =>
  new Column(
    checked(z.number(), (value) =>
      Number.isSafeInteger(value)
        ? problemOf(value)
        : `must be a whole number up to ${Number.MAX_SAFE_INTEGER}, not ${value}`,
    ),
    { type: 'integer' },
  );

/** An exact whole number within bounds. */
export const whole = (least: number = Number.MIN_SAFE_INTEGER, most: number = Number.MAX_SAFE_INTEGER) =>
  wholeColumn((value) => {
    if (value < least) return `must be at least ${least}, not ${value}`;
    return value > most ? `must be at most ${most}, not ${value}` : undefined;
  });

/** Uses of a datacard: -1 for unlimited, otherwise a number from `least`. */
export const uses = (least: number) =>
  wholeColumn((value) =>
    value >= least || value === -1 ? undefined : `must be at least ${least}, or -1 for unlimited, not ${value}`,
  );

/** True or false in a galaxy file, 1 or 0 in a table. */
export const flag = () =>
  new Column<Flag>(z.boolean().transform(flagOf), { type: 'integer', toField: (value) => value === 1 });

/** A time: Unix seconds in a table, and also ISO 8601 or galactic time in a galaxy file. */
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

/**
 * The time at which a row was removed that histories still refer to; null while it is there. No row carries it: one that is
 * written is there.
 */
export const removedAt = () => new DerivedColumn<number | null>({ type: 'integer', isNullable: true }, () => null);
