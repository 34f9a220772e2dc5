import { z } from 'zod';
import { InvalidTime, MAX_TIMESTAMP } from '../domain/galactic-time.js';
import { quote } from '../domain/text.js';
import { ACCEPTED_TIMES, readTime } from '../model/read-time.js';

const UNITS = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

const DURATION = 'must be milliseconds, or a number with ms, s, m, h or d such as “2h”';

/** Results in milliseconds. */
export const duration = z
  .union([z.number().min(0).max(1e13), z.string().regex(/^\d{1,10}(ms|s|m|h|d)$/, DURATION)], { error: DURATION })
  .transform((given) => {
    if (typeof given === 'number') return Math.round(given);
    return Number.parseInt(given, 10) * UNITS[given.replace(/\d+/, '') as keyof typeof UNITS];
  });

export function options<Shape extends z.ZodRawShape>(shape: Shape) {
  const names = Object.keys(shape).join(', ');
  return z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? `there is no option ${issue.keys.map((key) => quote(key)).join(', ')}; the options are ${names || 'none'}`
        : `must be an object${names && ` with ${names}`}`,
  });
}

/** Results in Unix milliseconds. */
export const time = z
  .union([z.number().max(MAX_TIMESTAMP, `must be ${ACCEPTED_TIMES}, not milliseconds`), z.string()], {
    error: `must be ${ACCEPTED_TIMES}`,
  })
  .transform((given, { addIssue }) => {
    try {
      return readTime(given) * 1000;
    } catch (error) {
      if (!(error instanceof RangeError || error instanceof InvalidTime)) throw error;
      addIssue({ code: 'custom', message: error.message });
      return z.NEVER;
    }
  });

export class SandboxError extends Error {
  readonly status: 400 | 403 | 404 | 409 | 415;

  constructor(message: string, status: SandboxError['status'] = 400) {
    super(message);
    this.name = 'SandboxError';
    this.status = status;
  }
}

export function readInput<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const { data, error } = schema.safeParse(input);
  const [issue] = error?.issues ?? [];
  if (!issue) return data as z.output<Schema>;
  throw new SandboxError(`${issue.path.map((name) => String(name)).join('.')}: ${issue.message}`.replace(/^: /, ''));
}
