import type { z } from 'zod';
import { Failure, failures, invalidParameter } from '../../domain/failure.js';
import { findForbiddenCharacter } from '../../domain/text.js';
import { none } from '../../routes/define-path.js';
import type { Route } from '../../routes/define-route.js';
import { IDEMPOTENCY_KEY } from '../../routes/parameters.js';
import { parseBody } from '../request/body.js';
import { checkNames } from '../request/check-names.js';
import { asksForStream, negotiate } from '../request/negotiate.js';
import { type Body, type FormatName, type Parameters, routeOf, type Step, type StepContext } from '../state.js';

export function parseInput(defaultFormat: FormatName): Step {
  return async (ctx, next) => {
    const route = routeOf(ctx.state);
    if (route.stream !== undefined && asksForStream(ctx, defaultFormat)) ctx.state.asksForStream = true;
    else ctx.state.format = negotiate(ctx, defaultFormat);
    try {
      ctx.state.parameters = readParameters(ctx, route, await parseBody(ctx));
    } catch (error) {
      const { invalidInput } = route;
      if (!(error instanceof Failure) || error.code !== 'invalid_parameter' || invalidInput === error.code) throw error;
      throw new Failure(invalidInput, `${error.message} ${failures[invalidInput].message}`, error.details);
    }
    await next();
  };
}

function readParameters(ctx: StepContext, route: Route, body: Body): Parameters {
  checkEncoding(ctx.path);
  refuseForbiddenText(body);
  checkNames(route, ctx.query, body);
  return {
    params: parse(route.path.params, () => ctx.params),
    query: parse(route.query, () => queryParameters(ctx, route, body)),
    body: parse(route.body, () => withoutEmpty(body, route.alternatives)),
    idempotencyKey: route.takesIdempotencyKey ? readIdempotencyKey(ctx) : undefined,
  };
}

/** A form sends all of its fields: the empty ones of alternatives are left out. */
function withoutEmpty(body: Body, alternatives: readonly string[]): Body {
  return Object.fromEntries(
    Object.entries(body).filter(([name, value]) => value !== '' || !alternatives.includes(name)),
  );
}

function parse(schema: z.ZodObject, read: () => object): Record<string, unknown> {
  if (schema === none) return {};
  const input = read();
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const name = String(issue?.path[0] ?? 'parameter');
  const missing = !(name in input);
  throw invalidParameter(name, missing ? `${name} is missing. ${issue?.message}` : `${name}: ${issue?.message}`);
}

function queryParameters({ query }: StepContext, route: Route, body: Body): Record<string, unknown> {
  if (!route.acceptsQueryInBody) return { ...query };
  for (const [name, value] of Object.entries(query)) {
    if (name in body && body[name] !== value) {
      throw invalidParameter(name, `${name}: The query and the body name different values. Give it in the query only.`);
    }
  }
  return { ...body, ...query };
}

/** Rejects a path that cannot be decoded: the router would pass it on as a name. */
function checkEncoding(path: string): void {
  try {
    decodeURIComponent(path);
  } catch {
    throw invalidParameter('path', 'The path is not percent-encoded UTF-8: write a % as %25.');
  }
}

/** Rejects characters that cannot be stored, also in parameters that the route does not know. */
function refuseForbiddenText(value: unknown, name = 'body'): void {
  if (typeof value === 'string') {
    const character = findForbiddenCharacter(value);
    if (character)
      throw invalidParameter(name, `${name}: It holds ${character}, which XML cannot carry: leave it out.`);
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, child] of Object.entries(value)) {
      // The name first, since the answer quotes it.
      refuseForbiddenText(key, name);
      refuseForbiddenText(child, key);
    }
  }
}

function readIdempotencyKey(ctx: StepContext): string | undefined {
  const key = ctx.headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key === 'string' && IDEMPOTENCY_KEY.test(key)) return key;
  throw invalidParameter('Idempotency-Key', 'Idempotency-Key: It must be 1 to 255 printable ASCII characters.');
}
