import { z } from 'zod';
import { type ErrorCode, failures } from '../../domain/failure.js';
import { duration, SandboxError } from '../read-input.js';
import {
  ANY,
  codesWith,
  codeWith,
  failuresElsewhere,
  type NamedRoute,
  type RouteNames,
  statusesOf,
} from '../route-names.js';

const CUT = /^after (\d{1,9}) bytes?$/;

/** The fault that a test asks for. */
export const faultInput = z
  .strictObject({
    route: z.string().describe('The route, such as “GET /character”; * stands for every request'),
    code: z
      .enum(Object.keys(failures) as [ErrorCode, ...ErrorCode[]])
      .optional()
      .describe('Answer with this error code, as the service does by itself'),
    status: z.int().optional().describe('Answer with the error code that has this HTTP status'),
    delay: duration.optional().describe('Let the answer wait: seconds, or a number with ms, s, m, h or d'),
    cut: z
      .string()
      .regex(CUT, 'must be such as “after 100 bytes”')
      .optional()
      .describe('Close the connection after so many bytes of the body: “after 100 bytes”'),
    silence: z
      .literal(true)
      .optional()
      .describe('Close the connection without an answer, as for a blacklisted address'),
    times: z.int().min(1).optional().describe('The number of requests that it strikes; all of them by default'),
    probability: z
      .number()
      .gt(0)
      .max(1)
      .optional()
      .describe('The share of requests that it strikes, drawn with the seed of the sandbox'),
  })
  .refine(
    ({ code, status, delay, cut, silence }) =>
      [code, status, delay, cut, silence].filter((each) => each !== undefined).length === 1,
    'give one of code, status, delay, cut and silence',
  );

/** A fault that was asked for: which requests it strikes, and what happens to them. */
export interface Fault {
  id: number;
  /** Undefined for every request. */
  target: NamedRoute | undefined;
  effect: Effect;
  /** Strikes that are left. */
  left: number;
  probability: number;
  /** Requests that it has struck. */
  struck: number;
}

/** The effect of a fault on a request. */
export type Effect =
  | { kind: 'failure'; code: ErrorCode }
  /** The error code that has this status on the route of the request. */
  | { kind: 'status'; status: number }
  | { kind: 'delay'; milliseconds: number }
  | { kind: 'cut'; bytes: number }
  | { kind: 'silence' };

/**
 * Reads a fault.
 *
 * @throws {SandboxError} for an unknown route, or an error code that calls of the route cannot get
 */
export function readFault(input: z.output<typeof faultInput>, names: RouteNames): Omit<Fault, 'id' | 'struck'> {
  const target = input.route === ANY ? undefined : names.find(input.route);
  return {
    target,
    effect: effectOf(input, target, names),
    left: input.times ?? Number.POSITIVE_INFINITY,
    probability: input.probability ?? 1,
  };
}

function effectOf(
  { code, status, delay, cut }: z.output<typeof faultInput>,
  target: NamedRoute | undefined,
  names: RouteNames,
): Effect {
  if (delay !== undefined) return { kind: 'delay', milliseconds: delay };
  if (cut !== undefined) return { kind: 'cut', bytes: Number(CUT.exec(cut)?.[1]) };
  const routes = target ? [target] : [...names.all, { failures: failuresElsewhere('GET', '/') }];
  const where = target ? target.name : 'any route';
  if (code !== undefined) {
    const possible = [...new Set(routes.flatMap((route) => [...route.failures.keys()]))];
    if (possible.includes(code)) return { kind: 'failure', code };
    throw new SandboxError(`code: ${where} cannot fail with ${code}; it can with ${possible.join(', ')}`);
  }
  if (status === undefined) return { kind: 'silence' };
  const statuses = statusesOf(routes);
  if (statuses.includes(status)) {
    const only = target && codeWith(status, target);
    return only === undefined ? { kind: 'status', status } : { kind: 'failure', code: only };
  }
  const codes = [...new Set(routes.flatMap((route) => codesWith(status, route)))];
  if (codes.length === 0) {
    throw new SandboxError(`status: ${where} never answers with ${status}; give one of ${statuses.join(', ')}`);
  }
  throw new SandboxError(
    `status: ${where} answers with ${status} for several reasons; give a code: ${codes.join(', ')}`,
  );
}

/** Returns the error code that an effect gives a request, if it can get one. */
export function codeFor(effect: Effect, failures: NamedRoute['failures']): ErrorCode | undefined {
  if (effect.kind === 'status') return codeWith(effect.status, { failures });
  return effect.kind === 'failure' && failures.has(effect.code) ? effect.code : undefined;
}
