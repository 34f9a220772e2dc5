import { z } from 'zod';
import { InvalidTime } from '../domain/galactic-time.js';
import { ACCEPTED_TIMES, readTime } from '../model/read-time.js';

const UNITS = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** A span of time: a number of seconds, or a number with a unit, such as `2h` or `250ms`. It is read as milliseconds. */
export const duration = z
  .union([
    z.number().min(0).max(1e10),
    z.string().regex(/^\d{1,10}(ms|s|m|h|d)$/, 'must be seconds, or a number with ms, s, m, h or d such as “2h”'),
  ])
  .transform((given) => {
    if (typeof given === 'number') return Math.round(given * 1000);
    return Number.parseInt(given, 10) * UNITS[given.replace(/\d+/, '') as keyof typeof UNITS];
  });

/** A number from which on nobody means seconds: in the year 5138. */
const FIRST_MILLISECONDS = 1e11;

/** A time: Unix seconds, ISO 8601 with its zone, or galactic time. It is read as Unix milliseconds. */
export const time = z
  .union([z.number(), z.string()], { error: ({ input }) => `must be ${ACCEPTED_TIMES}, not ${input}` })
  .transform((given, { addIssue }) => {
    if (typeof given === 'number' && given >= FIRST_MILLISECONDS) {
      addIssue({ code: 'custom', message: `must be ${ACCEPTED_TIMES}, not ${given}, which are milliseconds` });
      return z.NEVER;
    }
    const input = typeof given === 'string' && /^\d{1,16}$/.test(given) ? Number(given) : given;
    try {
      return readTime(input) * 1000;
    } catch (error) {
      if (!(error instanceof RangeError || error instanceof InvalidTime)) throw error;
      addIssue({ code: 'custom', message: error.message });
      return z.NEVER;
    }
  });

/** An operation was given what it cannot take, or nothing has the name that it was given. */
export class SandboxError extends Error {
  readonly status: 400 | 403 | 404 | 405 | 413 | 415;

  constructor(message: string, status: SandboxError['status'] = 400) {
    super(message);
    this.name = 'SandboxError';
    this.status = status;
  }
}

/**
 * Reads the input of an operation.
 *
 * @throws {SandboxError} that names what is wrong
 */
export function readInput<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  const { path = [], message = '' } = result.error.issues[0] ?? {};
  throw new SandboxError(path.length === 0 ? message : `${path.join('.')}: ${message}`);
}
