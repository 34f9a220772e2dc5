import { validateHeaderName, validateHeaderValue } from 'node:http';
import { z } from 'zod';
import { type ErrorCode, failures } from '../../domain/failure.js';
import { checkWhere, describeWhere, type Target, whereInput } from '../matching.js';
import { duration, options, SandboxError } from '../read-input.js';
import { ANY, anyFailures, codesWith, codeWith, type NamedRoute, type RouteNames, statusesOf } from '../route-names.js';
import type { ShownFault } from '../shown.js';
import type { HeaderFields } from './alter-headers.js';
import { type OwnAnswer, proxyPage } from './own-answer.js';

const CUT = /^after (\d{1,9}) bytes?$/;

/** Declares header fields by their names. */
function headerFields<Value extends z.ZodType>(value: Value) {
  return z.record(z.string(), value).superRefine((fields, { addIssue }) => {
    for (const [name, each] of Object.entries(fields)) {
      try {
        validateHeaderName(name);
        if (each !== null) for (const text of [each].flat()) validateHeaderValue(name, String(text));
      } catch {
        addIssue({ code: 'custom', message: `“${name}” cannot be sent as a header field: give a name and a text` });
      }
    }
  });
}

const fieldValue = z.union([z.string(), z.array(z.string())], { error: 'must be text or a list of texts' });

/** The fault that a test asks for: the one schema of `fail` and of `POST /sandbox/faults`. */
export const faultInput = options({
  route: z.string().describe('The route, such as “GET /character”; * stands for every request'),
  where: whereInput.optional(),
  code: z
    .enum(Object.keys(failures) as [ErrorCode, ...ErrorCode[]])
    .optional()
    .describe('Answer with this error code, as the service does by itself'),
  status: z.int().optional().describe('Answer with the error code that has this HTTP status'),
  answer: options({
    status: z.int().min(200).max(599).describe('The HTTP status, such as 302'),
    headers: headerFields(fieldValue).optional().describe('Header fields'),
    body: z.unknown().optional().describe('A text, or anything else as JSON'),
  })
    .optional()
    .describe('Answer with this, in place of the service'),
  proxy: z
    .literal([502, 503, 504])
    .optional()
    .describe('Answer with the HTML page that a proxy has for this HTTP status'),
  headers: headerFields(fieldValue.nullable())
    .optional()
    .describe('Replace header fields of the answer, such as Date or Content-Length; null leaves one out'),
  drip: duration.optional().describe('Let the body arrive in ten pieces over this time'),
  cut: z
    .string()
    .regex(CUT, 'must be such as “after 100 bytes”')
    .optional()
    .describe('Close the connection after so many bytes of the body: “after 100 bytes”'),
  silence: z.literal(true).optional().describe('Close the connection without an answer, as for a blacklisted address'),
  delay: duration.optional().describe('Wait before the answer: seconds, or a number with ms, s, m, h or d'),
  after: z.int().min(0).optional().describe('The number of requests that pass first; none by default'),
  times: z.int().min(1).optional().describe('The number of requests that it strikes then; all of them by default'),
  every: z
    .int()
    .min(1)
    .optional()
    .describe('Begin again with each so many requests, of which it strikes one unless times says otherwise'),
  probability: z
    .number()
    .gt(0)
    .max(1)
    .optional()
    .describe('The share of requests that it strikes, drawn with the seed of the sandbox'),
})
  .refine(
    (input) => {
      const given = EFFECTS.filter((name) => input[name] !== undefined).length;
      return given === 1 || (given === 0 && input.delay !== undefined);
    },
    { error: () => `give one of ${EFFECTS.join(', ')}, or delay alone or beside one of them` },
  )
  .refine(({ after = 0, times = 1, every }) => every === undefined || every >= after + times, {
    path: ['every'],
    error: 'must be at least after and times together',
  });

/** The options of a fault of which it has one: a delay can be alone, or beside each of them. */
const EFFECTS = ['code', 'status', 'answer', 'proxy', 'headers', 'drip', 'cut', 'silence'] as const;

/** A fault that was asked for: which requests it strikes, and what happens to them. */
export interface Fault {
  id: number;
  target: Target;
  /** Undefined for a delay alone. */
  effect: Effect | undefined;
  /** Milliseconds. */
  delay: number | undefined;
  /** Requests of each round that pass first. */
  after: number;
  /** Requests of each round that it strikes then. */
  times: number;
  /** Requests of a round; undefined if there is one. */
  every: number | undefined;
  probability: number;
  /** Requests that it could have struck. */
  seen: number;
  /** Requests of this round that it has struck. */
  ofRound: number;
  /** Requests that it has struck. */
  strikes: number;
}

/** The effect of a fault on a request. */
export type Effect =
  | { kind: 'failure'; code: ErrorCode }
  /** The error code that has this status on the route of the request. */
  | { kind: 'status'; status: number }
  | { kind: 'answer'; answer: OwnAnswer }
  | { kind: 'headers'; headers: HeaderFields }
  | { kind: 'drip'; milliseconds: number }
  | { kind: 'cut'; bytes: number }
  | { kind: 'silence' };

/**
 * Reads a fault.
 *
 * @throws {SandboxError} for an unknown route or parameter, or an error code that calls of the route cannot get
 */
export function readFault(input: z.output<typeof faultInput>, names: RouteNames): Fault {
  const { where = {}, delay, after = 0, every, probability = 1 } = input;
  const route = input.route === ANY ? undefined : names.find(input.route);
  checkWhere(where, route);
  const times = input.times ?? (every === undefined ? Number.POSITIVE_INFINITY : 1);
  const effect = effectOf(input, route, names);
  return {
    id: 0,
    target: { route, where },
    effect,
    delay,
    after,
    times,
    every,
    probability,
    seen: 0,
    ofRound: 0,
    strikes: 0,
  };
}

function effectOf(
  { code, status, answer, proxy, headers, drip, cut, silence }: z.output<typeof faultInput>,
  target: NamedRoute | undefined,
  names: RouteNames,
): Effect | undefined {
  if (answer) return { kind: 'answer', answer };
  if (proxy) return { kind: 'answer', answer: proxyPage(proxy) };
  if (headers) return { kind: 'headers', headers };
  if (drip !== undefined) return { kind: 'drip', milliseconds: drip };
  if (cut !== undefined) return { kind: 'cut', bytes: Number(CUT.exec(cut)?.[1]) };
  if (silence) return { kind: 'silence' };
  const routes = target ? [target] : [...names.all, anyFailures];
  const where = target ? target.name : 'any route';
  if (code !== undefined) {
    const possible = [...new Set(routes.flatMap((route) => [...route.failures.keys()]))];
    if (possible.includes(code)) return { kind: 'failure', code };
    throw new SandboxError(`code: ${where} cannot fail with ${code}; it can with ${possible.join(', ')}`);
  }
  if (status === undefined) return undefined;
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
export function codeFor(effect: Effect | undefined, failures: NamedRoute['failures']): ErrorCode | undefined {
  if (effect?.kind === 'status') return codeWith(effect.status, { failures });
  return effect?.kind === 'failure' && failures.has(effect.code) ? effect.code : undefined;
}

/** Returns a fault as tests see it. */
export function showFault({ id, target, effect, delay, after, times, every, probability, strikes }: Fault): ShownFault {
  const words = [
    ...(effect ? [describe(effect)] : []),
    ...(delay === undefined ? [] : [`delay of ${delay} ms`]),
    ...(after === 0 ? [] : [`after ${after}`]),
    ...(every === undefined ? [] : [`${times} of every ${every}`]),
    ...(probability === 1 ? [] : [`probability ${probability}`]),
  ];
  return {
    id,
    route: target.route?.name ?? ANY,
    where: describeWhere(target.where) || undefined,
    effect: words.join(', '),
    left: every === undefined && Number.isFinite(times) ? times - strikes : undefined,
    strikes,
  };
}

function describe(effect: Effect): string {
  switch (effect.kind) {
    case 'failure':
      return effect.code;
    case 'status':
      return `status ${effect.status}`;
    case 'answer':
      return `answer of its own with ${effect.answer.status}`;
    case 'headers':
      return `header fields ${Object.keys(effect.headers).join(' and ')}`;
    case 'drip':
      return `drip for ${effect.milliseconds} ms`;
    case 'cut':
      return `cut after ${effect.bytes} bytes`;
    case 'silence':
      return 'silence';
  }
}
