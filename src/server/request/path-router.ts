import Router from '@koa/router';
import type { Path } from '../../routes/define-path.js';
import type { Route } from '../../routes/define-route.js';
import { PREFIX } from '../../routes/path.js';
import type { State, Step } from '../context/state.js';

/** Finds the path of the service that a request is for, in all its spellings. */
export class PathRouter {
  readonly #router = new Router<State>();
  readonly #route = this.#router.routes() as Step;
  /** By name in the index. */
  readonly #paths = new Map<string, Path>();
  /** Paths without parameters, spelled as in the index: they need no matching of patterns. */
  readonly #plain = new Map<string, Path>();

  constructor(routes: readonly Route[]) {
    for (const path of new Set(routes.map((route) => route.path))) {
      this.#paths.set(path.name, path);
      for (const pattern of routerPatterns(path)) {
        this.#router.all(path.name, pattern, (ctx, next) => {
          // Of several paths that match, the first of the list holds.
          ctx.state.path ??= path;
          return next();
        });
      }
      const shortest = path.path.replace(/\[[^[\]]*\]/g, '');
      if (!shortest.includes('{')) this.#plain.set(PREFIX + shortest, path);
    }
  }

  /** Sets the path of a request and its parameters, if the service has such a path. */
  readonly step: Step = (ctx, next) => {
    ctx.params = {};
    const path = this.#plain.get(ctx.state.resourcePath);
    if (path) {
      ctx.state.path = path;
      return next();
    }
    ctx.newRouterPath = withSpaces(ctx.state.resourcePath);
    return this.#route(ctx, next);
  };

  /** Returns the path that a spelling such as `/ws/v2.0/EVENT/39%3A1/` stands for. */
  find(resourcePath: string): Path | undefined {
    const [layer] = this.#router.match(withSpaces(resourcePath), 'GET').path;
    return layer && this.#paths.get(layer.name ?? '');
  }

  /** Returns the parameters of a path, decoded. */
  parameters(resourcePath: string): Record<string, string> {
    const spelled = withSpaces(resourcePath);
    const [layer] = this.#router.match(spelled, 'GET').path;
    return layer ? layer.params(spelled, layer.captures(spelled)) : {};
  }
}

/** In a name, + stands for a space, as in a query. */
function withSpaces(resourcePath: string): string {
  return resourcePath.replaceAll('+', '%20');
}

/** Returns the patterns of a path in the syntax of the router: `/ws/v2.0/character{/:uid}` for `/character[/{uid}]`. */
function routerPatterns({ path, aliases = [], rootAliases = [] }: Path): string[] {
  const below = [path, ...aliases].map((pattern) => PREFIX + pattern.replace(/\/$/, ''));
  return [...below, ...rootAliases].map((pattern) =>
    pattern.replace(/\[([^[\]]*)\]/g, '{$1}').replace(/\{(\w+)\}/g, ':$1'),
  );
}
