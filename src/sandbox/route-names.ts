import { type ErrorCode, Failure, failures } from '../domain/failure.js';
import { didYouMean } from '../nearest.js';
import { failuresOf, ofAnyRequest } from '../openapi/responses.js';
import type { Route } from '../routes/define-route.js';
import type { Path } from '../routes/path.js';
import { OAUTH } from '../routes/path.js';
import { endpoints, pathPattern } from '../server/oauth/endpoints.js';
import { toOAuthError } from '../server/oauth/oauth-error.js';
import { SandboxError } from './read-input.js';

export const ANY = '*';

/** A route or an endpoint of OAuth, by the name that the client uses: `GET /character[/{uid}]`. */
export interface NamedRoute {
  name: string;
  /** Undefined for an endpoint of OAuth. */
  route?: Route;
  /** The error codes that its calls can get, with their HTTP statuses. */
  failures: ReadonlyMap<ErrorCode, number>;
}

export function nameOf({ method, path }: Pick<Route, 'method' | 'path'>): string {
  return `${method} ${path.path}`;
}

/** A name may also lack the optional part of its path, or its brackets. */
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

  find(name: string): NamedRoute {
    const found = this.#byName.get(name);
    if (found) return found;
    const all = this.all.map((each) => each.name).join(', ');
    const advice = didYouMean(name, this.#byName.keys()) || `. The routes are ${all}; * stands for all requests.`;
    throw new SandboxError(`route: there is no route “${name}”${advice}`);
  }

  of(method: string, path: string, resourcePath: Path | undefined): NamedRoute | undefined {
    const wanted = method === 'HEAD' ? 'GET' : method;
    if (resourcePath) return this.all.find(({ route }) => route?.path === resourcePath && route.method === wanted);
    return this.#ofOAuth.find(({ pattern }) => pattern.test(path))?.methods[method];
  }
}

export const anyFailures = { failures: withStatus(ofAnyRequest) };

export function codesWith(status: number, { failures: codes }: Pick<NamedRoute, 'failures'>): ErrorCode[] {
  return [...codes].filter(([, each]) => each === status).map(([code]) => code);
}

function oauthRoute(method: 'GET' | 'POST', path: string): NamedRoute {
  const codes: ErrorCode[] = [
    ...ofAnyRequest,
    'rate_limit_exceeded',
    ...(method === 'POST' ? (['payload_too_large', 'unsupported_media_type'] as const) : []),
    ...(path === '/tokeninfo' ? (['token_invalid'] as const) : []),
  ];
  const inOrder = (Object.keys(failures) as ErrorCode[]).filter((code) => codes.includes(code));
  // OAuth has other statuses for the same codes.
  const statuses = inOrder.map((code) => [code, toOAuthError(new Failure(code)).status] as const);
  return { name: `${method} ${OAUTH}${path}`, failures: new Map(statuses) };
}

function withStatus(codes: readonly ErrorCode[]): NamedRoute['failures'] {
  return new Map(codes.map((code) => [code, failures[code].status]));
}
