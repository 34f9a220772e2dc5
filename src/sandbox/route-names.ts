import type { ErrorCode } from '../domain/failure.js';
import { failuresOf } from '../openapi/failures.js';
import type { Route } from '../routes/define-route.js';
import { SandboxError } from './read-input.js';

/** Stands for every request. */
export const ANY = '*';

/** A route by the name that tests call it: `GET /character` for `/character[/{uid}]`. */
export interface NamedRoute {
  name: string;
  route: Route;
  /** The error codes that its calls can get. */
  codes: readonly ErrorCode[];
}

/** Returns the name of a route: its method and its path, without the optional part. */
export function nameOf({ method, path }: Pick<Route, 'method' | 'path'>): string {
  return `${method} ${path.path.replace(/\[[^[\]]*\]/g, '')}`;
}

/** The routes of a service by their names. A name may also have the optional part of its path, with brackets or without. */
export class RouteNames {
  readonly all: readonly NamedRoute[];
  readonly #byName = new Map<string, NamedRoute>();

  constructor(routes: readonly Route[]) {
    this.all = routes.map((route) => ({ name: nameOf(route), route, codes: failuresOf(route) }));
    for (const each of this.all) {
      const { method, path } = each.route;
      for (const name of [each.name, `${method} ${path.path}`, `${method} ${path.path.replace(/[[\]]/g, '')}`]) {
        this.#byName.set(name, each);
      }
    }
  }

  /** @throws {SandboxError} that lists the routes when there is none of that name */
  find(name: string): NamedRoute {
    const found = this.#byName.get(name);
    if (found) return found;
    const names = this.all.map((each) => each.name).join(', ');
    throw new SandboxError(`route: there is no route “${name}”. The routes are ${names}; * stands for all requests.`);
  }

  /** Finds the route of a method of a path; HEAD is GET. */
  of(method: string, path: Route['path'] | undefined): NamedRoute | undefined {
    if (!path) return undefined;
    const wanted = method === 'HEAD' ? 'GET' : method;
    return this.all.find(({ route }) => route.path === path && route.method === wanted);
  }
}
