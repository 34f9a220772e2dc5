import Router from '@koa/router';
import type { Path } from '../../routes/define-path.js';
import type { Route } from '../../routes/define-route.js';
import { PREFIX } from '../../routes/path.js';
import type { State } from '../state.js';

/** A path of the API, and the parameters that a request has for it. */
interface FoundPath {
  path: Path;
  params: Record<string, string>;
}

/** Finds the path of the API that a request is for, in all its spellings. */
export class PathRouter {
  readonly #router = new Router<State>();
  /** By name in the index. */
  readonly #paths = new Map<string, Path>();
  /** Paths without parameters, spelled as in the index: they need no matching of patterns. */
  readonly #plain = new Map<string, Path>();

  constructor(routes: readonly Route[]) {
    for (const path of new Set(routes.map((route) => route.path))) {
      this.#paths.set(path.name, path);
      for (const pattern of routerPatterns(path)) this.#router.all(path.name, pattern, (_ctx, next) => next());
      const shortest = path.path.replace(/\[[^[\]]*\]/g, '');
      if (!shortest.includes('{')) this.#plain.set(PREFIX + shortest, path);
    }
  }

  /** Returns the path that a spelling such as `/ws/v2.0/EVENT/39%3A1/` stands for. Of several, the first of the list holds. */
  find(resourcePath: string): FoundPath | undefined {
    const plain = this.#plain.get(resourcePath);
    if (plain) return { path: plain, params: {} };
    const spelled = withSpaces(resourcePath);
    const [layer] = this.#router.match(spelled, 'GET').path;
    const path = layer && this.#paths.get(layer.name ?? '');
    return path && { path, params: layer.params(spelled, layer.captures(spelled)) };
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
