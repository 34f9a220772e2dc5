import { Failure, failures } from '../../../domain/failure.js';
import { routeOf, type Step } from '../../context.js';
import { parseBody } from '../../request/body.js';
import { readParameters } from '../../request/read-parameters.js';

/** Parses path, query and body by the schemas of the route. */
export const validate: Step = async (ctx, next) => {
  const route = routeOf(ctx.state);
  try {
    ctx.state.parameters = readParameters(ctx, route, await parseBody(ctx));
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'invalid_parameter') throw error;
    if (route.invalidInput === 'invalid_parameter') throw error;
    throw new Failure(route.invalidInput, `${error.message} ${failures[route.invalidInput].message}`, error.details);
  }
  return next();
};
