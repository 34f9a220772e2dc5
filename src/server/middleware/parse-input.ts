import type { z } from 'zod';
import { Failure, failures, invalidParameter } from '../../domain/failure.js';
import { findForbiddenCharacter, isStorable, quote } from '../../domain/text.js';
import { nearest } from '../../nearest.js';
import { none } from '../../routes/define-path.js';
import type { Route } from '../../routes/define-route.js';
import { IDEMPOTENCY_KEY } from '../../routes/parameters.js';
import { parseBody } from '../request/body.js';
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

/** Beside the parameters of any route. */
const GENERAL = ['access_token', 'format'];

/** The names of parameters in other services, without case and punctuation. */
const ALIASES: Readonly<Record<string, readonly string[]>> = {
  item_count: ['count', 'limit', 'pagesize', 'perpage', 'size'],
  start_index: ['offset', 'page', 'skip', 'start'],
  start_time: ['since'],
  time: ['timestamp'],
  uses: ['amount', 'quantity'],
};

const MAX_EDITS = 2;

/** Foreign names of a request that are compared with those of its route. */
const MAX_COMPARED = 20;

/** Rejects a name that most likely means a parameter of the route, and a body without any. Clients also send foreign names. */
function checkNames(route: Route, query: object, body: object): void {
  const inBody = foreignNames(body, route.acceptsQueryInBody ? route.query : route.body);
  const foreign = [...foreignNames(query, route.query), ...inBody];
  if (foreign.length === 0) return;
  const expected = Object.keys(route.body.shape);
  const known = [...Object.keys(route.query.shape), ...expected];
  for (const name of foreign.slice(0, MAX_COMPARED)) {
    const meant = meantBy(name, known);
    if (meant === name) throw invalidParameter(meant, `${name}: Send it in the body, not in the query.`);
    if (meant !== undefined) throw invalidParameter(meant, `${name} is unknown; did you mean “${meant}”?`);
  }
  // If a parameter is required, the schema names it.
  const isEmpty = inBody.length > 0 && !expected.some((name) => Object.hasOwn(body, name));
  if (isEmpty && route.body !== none && route.body.safeParse({}).success)
    throw invalidParameter('body', `The body has ${quote(inBody[0])}, and none of: ${expected.join(', ')}.`);
}

function foreignNames(input: object, { shape }: z.ZodObject): string[] {
  return Object.keys(input).filter((name) => !Object.hasOwn(shape, name) && !GENERAL.includes(name));
}

function meantBy(name: string, known: readonly string[]): string | undefined {
  // The answer has the name, also in XML.
  if (!isStorable(name)) return undefined;
  const word = plainName(name);
  const near = nearest(word, known.map(plainName), MAX_EDITS);
  return known.find((each) => ALIASES[each]?.includes(word)) ?? known.find((each) => plainName(each) === near);
}

/** Returns `itemcount` for `Item-Count[]`, for example. */
function plainName(name: string): string {
  return name.toLowerCase().replace(/[^a-z\d]/g, '');
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
    if (Object.hasOwn(body, name) && body[name] !== value) {
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
