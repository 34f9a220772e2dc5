import { type ErrorCode, Failure, failures } from '../domain/failure.js';
import { didYouMean } from '../nearest.js';
import { failuresOf, ofAnyRequest } from '../openapi/responses.js';
import type { Path } from '../routes/define-path.js';
import type { Route } from '../routes/define-route.js';
import { OAUTH } from '../routes/path.js';
import { toOAuthError } from '../server/oauth/answer-oauth.js';
import { endpoints, pathPattern } from '../server/oauth/endpoints.js';
import { SandboxError } from './read-input.js';

export const ANY = '*';

/** A route or an endpoint of OAuth, by the name that the client uses: `GET /character[/{uid}]`. */
export interface NamedRoute {
  name: string;
  /** Undefined for an endpoint of OAuth. */
  route?: Route;
  /** Paths of an endpoint of OAuth. */
  pattern?: RegExp;
  /** The error codes that its calls can get, with their HTTP statuses. */
  failures: ReadonlyMap<ErrorCode, number>;
}

/** A name may also lack the optional part of its path, or its brackets. */
export class RouteNames {
  readonly all: readonly NamedRoute[];
  readonly #byName = new Map<string, NamedRoute>();

  constructor(routes: readonly Route[]) {
    const ofService = routes.map((route) => ({
      ...{ name: `${route.method} ${route.path.path}`, route },
      failures: withStatus(failuresOf(route)),
    }));
    const ofOAuth = endpoints.flatMap((endpoint) =>
      (['GET', 'POST'] as const).filter((method) => endpoint[method]).map((method) => oauthRoute(method, endpoint)),
    );
    this.all = [...ofService, ...ofOAuth];
    for (const each of this.all) {
      const { name } = each;
      for (const spelt of [name, name.replace(/\[[^[\]]*\]/g, ''), name.replace(/[[\]]/g, '')])
        this.#byName.set(spelt, each);
    }
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
    return this.all.find(({ name, route, pattern }) =>
      resourcePath
        ? route?.path === resourcePath && route.method === wanted
        : pattern?.test(path) && name.startsWith(`${method} `),
    );
  }
}

export const anyRoute: NamedRoute = { name: 'any route', failures: withStatus(ofAnyRequest) };

function oauthRoute(method: 'GET' | 'POST', endpoint: (typeof endpoints)[number]): NamedRoute {
  const { path } = endpoint;
  const codes: ErrorCode[] = [
    ...ofAnyRequest,
    'rate_limit_exceeded',
    ...(method === 'POST' ? (['payload_too_large', 'unsupported_media_type'] as const) : []),
    ...(path === '/tokeninfo' ? (['token_invalid'] as const) : []),
  ];
  // OAuth has other statuses for the same codes.
  const statuses = codes.map((code) => [code, toOAuthError(new Failure(code)).status] as const);
  return { name: `${method} ${OAUTH}${path}`, pattern: pathPattern(endpoint), failures: new Map(statuses) };
}

function withStatus(codes: readonly ErrorCode[]): NamedRoute['failures'] {
  return new Map(codes.map((code) => [code, failures[code].status]));
}
