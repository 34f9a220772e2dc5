import { type ErrorCode, Failure, failures } from '../domain/failure.js';
import { didYouMean } from '../nearest.js';
import { failuresOf, ofAnyRequest } from '../openapi/failures.js';
import type { Path } from '../routes/define-path.js';
import type { Route } from '../routes/define-route.js';
import { OAUTH } from '../routes/path.js';
import { endpoints, pathPattern } from '../server/oauth/endpoints.js';
import { toOAuthError } from '../server/oauth/oauth-error.js';
import { SandboxError } from './read-input.js';

/** Stands for every request. */
export const ANY = '*';

/** A route or an endpoint of OAuth by its name, which is that of the client: `GET /character[/{uid}]`. */
export interface NamedRoute {
  name: string;
  /** The route; undefined for an endpoint of OAuth. */
  route?: Route;
  /** The error codes that its calls can get, with the HTTP status of each. */
  failures: ReadonlyMap<ErrorCode, number>;
}

/** Returns the name of a route: its method and its path. */
export function nameOf({ method, path }: Pick<Route, 'method' | 'path'>): string {
  return `${method} ${path.path}`;
}

/** The routes and the endpoints of OAuth by their names. A name may also lack the optional part of its path, or its brackets. */
export class RouteNames {
  readonly all: readonly NamedRoute[];
  readonly #byName = new Map<string, NamedRoute>();
  readonly #ofOAuth: readonly { pattern: RegExp; methods: Readonly<Record<string, NamedRoute>> }[];

  constructor(routes: readonly Route[]) {
    const named = routes.map((route) => ({ name: nameOf(route), route, failures: withStatus(failuresOf(route)) }));
    for (const each of named) {
      const { method, path } = each.route;
      for (const spelt of [path.path, path.path.replace(/\[[^[\]]*\]/g, ''), path.path.replace(/[[\]]/g, '')]) {
        this.#byName.set(`${method} ${spelt}`, each);
      }
    }
    this.#ofOAuth = endpoints.map((endpoint) => {
      const methods = (['GET', 'POST'] as const).filter((method) => endpoint[method]);
      const entries = methods.map((method) => [method, oauthRoute(method, endpoint.path)] as const);
      return { pattern: pathPattern(endpoint), methods: Object.fromEntries(entries) };
    });
    const ofOAuth = this.#ofOAuth.flatMap(({ methods }) => Object.values(methods));
    for (const each of ofOAuth) this.#byName.set(each.name, each);
    this.all = [...named, ...ofOAuth];
  }

  /** @throws {SandboxError} that names the nearest route, or lists them, when there is none of that name */
  find(name: string): NamedRoute {
    const found = this.#byName.get(name);
    if (found) return found;
    const all = this.all.map((each) => each.name).join(', ');
    const advice = didYouMean(name, this.#byName.keys()) || `. The routes are ${all}; * stands for all requests.`;
    throw new SandboxError(`route: there is no route “${name}”${advice}`);
  }

  /**
   * Finds the route or the endpoint of OAuth that a request is for; HEAD is GET.
   *
   * @param resourcePath the path of the service that its path stands for
   */
  of(method: string, path: string, resourcePath: Path | undefined): NamedRoute | undefined {
    const wanted = method === 'HEAD' ? 'GET' : method;
    if (resourcePath) return this.all.find(({ route }) => route?.path === resourcePath && route.method === wanted);
    return this.#ofOAuth.find(({ pattern }) => pattern.test(path))?.methods[method];
  }
}

const anywhere = withStatus(ofAnyRequest);
/** The failures that any request can have, as those of a route. */
export const anyFailures = { failures: anywhere };
const readiness = withStatus(['unavailable']);
const nothing = withStatus([]);

/** Returns the failures of a request that no route is for: of a document, a page of an account, a health check or an unknown path. */
export function failuresElsewhere(method: string, path: string): NamedRoute['failures'] {
  // The instance that runs is alive, and a preflight is answered before anything can fail.
  if (method === 'OPTIONS' || path === '/livez' || path === '/healthz') return nothing;
  return path === '/readyz' ? readiness : anywhere;
}

/** Returns the error code that has a status. Of several, `internal_error` holds, and no other does. */
export function codeWith(status: number, { failures: codes }: Pick<NamedRoute, 'failures'>): ErrorCode | undefined {
  const found = codesWith(status, { failures: codes });
  return found.length === 1 ? found[0] : found.find((code) => code === 'internal_error');
}

/** Returns all error codes that have a status. */
export function codesWith(status: number, { failures: codes }: Pick<NamedRoute, 'failures'>): ErrorCode[] {
  return [...codes].filter(([, each]) => each === status).map(([code]) => code);
}

/** Returns the statuses with which one of some routes can fail, and each of them for a single reason. */
export function statusesOf(routes: readonly Pick<NamedRoute, 'failures'>[]): number[] {
  const all = new Set(routes.flatMap((route) => [...route.failures.values()]));
  const isClear = (status: number) =>
    routes.every((route) => codesWith(status, route).length === 0 || codeWith(status, route) !== undefined);
  return [...all].filter(isClear).sort((one, other) => one - other);
}

function oauthRoute(method: 'GET' | 'POST', path: string): NamedRoute {
  const codes: ErrorCode[] = [
    ...ofAnyRequest,
    'rate_limit_exceeded',
    ...(method === 'POST' ? (['payload_too_large', 'unsupported_media_type'] as const) : []),
    ...(path === '/tokeninfo' ? (['token_invalid'] as const) : []),
  ];
  const inOrder = (Object.keys(failures) as ErrorCode[]).filter((code) => codes.includes(code));
  // OAuth has statuses of its own.
  const statuses = inOrder.map((code) => [code, toOAuthError(new Failure(code)).status] as const);
  return { name: `${method} ${OAUTH}${path}`, failures: new Map(statuses) };
}

function withStatus(codes: readonly ErrorCode[]): NamedRoute['failures'] {
  return new Map(codes.map((code) => [code, failures[code].status]));
}
