import type { z } from 'zod';
import { invalidParameter } from '../../domain/failure.js';
import { findForbiddenCharacter } from '../../domain/text.js';
import { none, type Route } from '../../routes/define-route.js';
import { IDEMPOTENCY_KEY } from '../../routes/header-fields.js';
import type { Body, Parameters, StepContext } from '../state.js';

/**
 * Reads the parameters of a call by the schemas of its route.
 *
 * @throws {Failure} `invalid_parameter` that names the first invalid parameter and its rule
 */
export function readParameters(ctx: StepContext, route: Route, body: Body): Parameters {
  checkEncoding(ctx);
  refuseForbiddenText(body);
  return {
    params: parse(route.path.params, pathParameters(ctx)),
    query: parse(route.query, queryParameters(ctx, route, body)),
    body: parse(route.body, withoutEmpty(body, route.alternatives)),
    idempotencyKey: route.takesIdempotencyKey ? readIdempotencyKey(ctx) : undefined,
  };
}

function parse(schema: z.ZodObject, input: object): Record<string, unknown> {
  if (schema === none) return {};
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const name = String(issue?.path[0] ?? 'parameter');
  const missing = !(name in input);
  throw invalidParameter(name, missing ? `${name} is missing. ${issue?.message}` : `${name}: ${issue?.message}`);
}

/** Leaves out the empty ones of alternatives, since a form sends all of its fields. */
function withoutEmpty(body: Body, alternatives: readonly string[]): Body {
  return Object.fromEntries(
    Object.entries(body).filter(([name, value]) => value !== '' || !alternatives.includes(name)),
  );
}

/** Returns the parameters of the query, and for routes that accept them there, those of the body. */
function queryParameters(ctx: StepContext, route: Route, body: Body): Record<string, unknown> {
  const query = ctx.search === '' ? {} : { ...ctx.query };
  if (!route.acceptsQueryInBody) return query;
  for (const [name, value] of Object.entries(query)) {
    if (name in body && body[name] !== value) {
      throw invalidParameter(name, `${name}: The query and the body name different values. Give it in the query only.`);
    }
  }
  return { ...body, ...query };
}

function pathParameters(ctx: StepContext): Record<string, string> {
  const given: Record<string, string> = {};
  for (const [name, value] of Object.entries(ctx.params as Record<string, string | undefined>)) {
    if (value !== undefined) given[name] = value;
  }
  return given;
}

/** Rejects a path that cannot be decoded: the router passes it on undecoded, and it would be taken for a name. */
function checkEncoding(ctx: StepContext): void {
  if (!ctx.path.includes('%')) return;
  try {
    decodeURIComponent(ctx.path);
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
