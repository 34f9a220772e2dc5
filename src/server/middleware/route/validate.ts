import { Failure, failures } from '../../../domain/failure.js';
import { type Body, routeOf, type Step } from '../../context/state.js';
import { parseBody } from '../../request/body.js';
import { readParameters } from '../../request/read-parameters.js';

/** Parses path, query and body by the schemas of the route. */
export const validate: Step = (ctx, next) => {
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
