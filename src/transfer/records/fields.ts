import { z } from 'zod';
import { findForbiddenCharacter } from '../../domain/text.js';
import { isUid, type UidType, uidTypes } from '../../domain/uid.js';
import { readMoment } from '../moment.js';
import { quote } from '../printable.js';

/** The longest name, in characters. */
export const NAME_LENGTH = 200;

/** The longest text, in bytes of UTF-8. */
export const TEXT_BYTES = 64 * 1024;

/** A field whose value has to pass a check, which answers what is wrong with it. */
export function checked<T>(schema: z.ZodType<T, T>, problemOf: (value: T) => string | undefined) {
  return schema.check(({ value, issues }) => {
    const problem = problemOf(value);
    if (problem !== undefined) issues.push({ code: 'custom', input: value, message: problem });
  });
}

/** Text that both formats can carry, empty or not. */
export const text = () =>
  checked(z.string(), (value) => {
    if (Buffer.byteLength(value) > TEXT_BYTES) return `is longer than ${TEXT_BYTES} bytes`;
    return forbidden(value);
  });

/** What something is called: never blank, and short enough to be shown. */
export const name = () =>
  checked(z.string(), (value) => {
    if (value.trim() === '') return 'is blank';
    if (value.length > NAME_LENGTH && [...value].length > NAME_LENGTH) {
      return `is longer than ${NAME_LENGTH} characters`;
    }
    return forbidden(value);
  });

/** A name that things are found by where a uid is accepted too, so it must not look like one. */
export const uniqueName = () =>
  checked(name(), (value) =>
    /^\s*\d+\s*:\s*\d+\s*$/.test(value) ? `looks like a uid, and would never be found: ${quote(value)}` : undefined,
  );

function forbidden(value: string): string | undefined {
  const character = findForbiddenCharacter(value);
  return character === undefined ? undefined : `contains ${character}, which XML 1.0 cannot hold`;
}

/** The uid of something of one of the given types. */
export const uid = (...types: [UidType, ...UidType[]]) => {
  const forms = types.map((type) => `“${uidTypes[type]}:NUMBER” (${type})`);
  return checked(z.string(), (value) =>
    isUid(value, ...types) ? undefined : `must be a uid ${forms.join(' or ')}, not ${quote(value)}`,
  );
};

/** An exact whole number from a least value on. */
export const whole = (least: number = Number.MIN_SAFE_INTEGER) =>
  checked(z.number(), (value) => {
    if (!Number.isSafeInteger(value)) return `must be a whole number up to ${Number.MAX_SAFE_INTEGER}, not ${value}`;
    return value < least ? `must be at least ${least}, not ${value}` : undefined;
  });

/** A SHA-256 in hexadecimal. */
export const hash = () =>
  checked(z.string(), (value) => (/^[0-9a-f]{64}$/.test(value) ? undefined : 'must be 64 hexadecimal digits'));

/** True or false. */
export const flag = () => z.boolean();

/** A moment, which becomes Unix seconds. */
export const moment = () =>
  z.union([z.number(), z.string()], { error: 'must be a time: a number or a text' }).transform((value, context) => {
    try {
      return readMoment(value);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      context.issues.push({ code: 'custom', input: value, message });
      return z.NEVER;
    }
  });
