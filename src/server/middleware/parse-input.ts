import { Failure, failures } from '../../domain/failure.js';
import { parseBody } from '../request/body.js';
import { asksForStream, negotiate } from '../request/negotiate.js';
import { readParameters } from '../request/read-parameters.js';
import type { FormatName } from '../state.js';
import { type Body, routeOf, type Step } from '../state.js';

/** Reads the format that the client asks for, or a stream where the route has one, and parses path, query and body by its schemas. */
export function parseInput(defaultFormat: FormatName): Step {
  return (ctx, next) => {
    if (routeOf(ctx.state).stream !== undefined && asksForStream(ctx, defaultFormat)) ctx.state.asksForStream = true;
    else ctx.state.format = negotiate(ctx, defaultFormat);
    return parse(ctx, next);
  };
}

const parse: Step = (ctx, next) => {
  const route = routeOf(ctx.state);
  const read = (body: Body) => {
    ctx.state.parameters = readParameters(ctx, route, body);
  };
  try {
    const body = parseBody(ctx);
    if (body instanceof Promise) return body.then(read).catch(refuse).then(next);
    read(body);
  } catch (error) {
    refuse(error);
  }
  return next();

  function refuse(error: unknown): never {
    if (!(error instanceof Failure) || error.code !== 'invalid_parameter') throw error;
    if (route.invalidInput === 'invalid_parameter') throw error;
    throw new Failure(route.invalidInput, `${error.message} ${failures[route.invalidInput].message}`, error.details);
  }
};
