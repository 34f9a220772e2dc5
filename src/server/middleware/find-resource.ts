import { Failure } from '../../domain/failure.js';
import type { Path } from '../../routes/define-path.js';
import type { PathRouter } from '../request/path-router.js';
import { readFormat } from '../request/read-format.js';
import { readTarget } from '../request/read-target.js';
import type { Resource, Step } from '../state.js';

/** Resources outside the API, by a path or a pattern. The first one that matches holds. */
export type ResourceEntry = readonly [path: string | RegExp, resource: Resource];

/** The resource of a path that the service does not have. */
export const nowhere: Resource = {
  name: 'other',
  serve() {
    throw new Failure('route_not_found');
  },
};

/**
 * Finds the resource that a request is for. It is the only step that reads the path: a comparison elsewhere could read another spelling
 * of the path in another way.
 *
 * @param api returns the resource of a path of the API
 */
export function findResource(router: PathRouter, api: (path: Path) => Resource, entries: ResourceEntry[]): Step {
  const exact = new Map(entries.filter((entry): entry is [string, Resource] => typeof entry[0] === 'string'));
  const patterns = entries.filter((entry): entry is [RegExp, Resource] => typeof entry[0] !== 'string');
  const apiResources = new Map<Path, Resource>();
  return (ctx, next) => {
    readTarget(ctx);
    readFormat(ctx);
    const { state, path } = ctx;
    const found = router.find(state.resourcePath);
    ctx.params = found?.params ?? {};
    if (found) {
      state.path = found.path;
      state.resource = apiResources.get(found.path) ?? api(found.path);
      apiResources.set(found.path, state.resource);
    } else {
      state.resource = exact.get(path) ?? patterns.find(([pattern]) => pattern.test(path))?.[1] ?? nowhere;
    }
    return next();
  };
}
