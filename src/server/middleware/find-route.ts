import Router from '@koa/router';
import { Failure } from '../../domain/failure.js';
import type { Path } from '../../routes/define-path.js';
import type { Route } from '../../routes/define-route.js';
import { PREFIX } from '../../routes/path.js';
import { readFormat } from '../request/negotiate.js';
import type { Resource, State, Step, StepContext } from '../state.js';

/** The first entry that matches wins. */
export type ResourceEntry = readonly [path: string | RegExp, resource: Resource];

export const nowhere: Resource = {
  name: 'other',
  serve(ctx) {
    const { path } = ctx;
    // Earlier steps let only OPTIONS ask for the whole service. RFC 9112, section 3.2.4.
    if (path === NO_TARGET && !checkMethod(ctx, ['GET', 'HEAD', 'POST', 'DELETE'])) return;
    const message = `The path has two slashes in a row. Send ${path.replace(/\/+/g, '/')}`;
    throw new Failure('route_not_found', path.includes('//') ? message : undefined);
  },
};

/** Finds the resource of a request. No other step reads the path, since it could read another spelling differently. */
export function findResource(routes: readonly Route[], api: (path: Path) => Resource, entries: ResourceEntry[]): Step {
  const find = createRouter(routes);
  const apiResources = new Map(routes.map(({ path }) => [path, api(path)]));
  const exact = new Map(entries.filter((entry): entry is [string, Resource] => typeof entry[0] === 'string'));
  const patterns = entries.filter((entry): entry is [RegExp, Resource] => typeof entry[0] !== 'string');
  return (ctx, next) => {
    readTarget(ctx);
    readFormat(ctx);
    const { state, path } = ctx;
    const found = find(state.resourcePath);
    ctx.params = found?.params ?? {};
    if (found) state.path = found.path;
    const other = () => exact.get(path) ?? patterns.find(([pattern]) => pattern.test(path))?.[1] ?? nowhere;
    state.resource = (found && apiResources.get(found.path)) ?? other();
    return next();
  };
}

/** Selects the route of the method. HEAD is GET without the body, and OPTIONS lists the methods. */
export function selectMethod(routes: readonly Route[]): Step {
  const methods: string[] = routes.map(({ method }) => method);
  if (methods.includes('GET')) methods.push('HEAD');
  return async (ctx, next) => {
    if (!checkMethod(ctx, methods)) return;
    const method = ctx.method === 'HEAD' ? 'GET' : ctx.method;
    ctx.state.route = routes.find((route) => route.method === method) as Route;
    await next();
  };
}

/** Returns true for a method of the path, and answers OPTIONS. @throws {Failure} `method_not_allowed` */
export function checkMethod(ctx: StepContext, methods: readonly string[]): boolean {
  if (methods.includes(ctx.method)) return true;
  const allow = [...methods, 'OPTIONS'];
  if (ctx.method !== 'OPTIONS') throw new Failure('method_not_allowed', undefined, { allow });
  ctx.state.fields.Allow = allow.join(', ');
  ctx.status = 204;
  return false;
}

/** Returns a function that finds the path for a spelling such as `/ws/v2.0/EVENT/39%3A1/`. */
function createRouter(routes: readonly Route[]) {
  const router = new Router<State>();
  const paths = new Map(routes.map(({ path }) => [path.name, path]));
  /** Paths without parameters, spelled as in the index: they need no pattern matching. */
  const plain = new Map<string, Path>();
  for (const path of paths.values()) {
    for (const pattern of routerPatterns(path)) router.all(path.name, pattern, (_ctx, next) => next());
    const shortest = path.path.replace(/\[[^[\]]*\]/g, '');
    if (!shortest.includes('{')) plain.set(PREFIX + shortest, path);
  }
  return (resourcePath: string): { path: Path; params: Record<string, string> } | undefined => {
    const same = plain.get(resourcePath);
    if (same) return { path: same, params: {} };
    // In a name, + means a space, as in a query.
    const spelled = resourcePath.replaceAll('+', '%20');
    const layer = router.stack.find((each) => each.match(spelled));
    const path = layer && paths.get(layer.name ?? '');
    return path && { path, params: layer.params(spelled, layer.captures(spelled)) };
  };
}

/** Returns patterns for the router: `/ws/v2.0/character{/:uid}` for `/character[/{uid}]`. */
function routerPatterns({ path, aliases = [], rootAliases = [] }: Path): string[] {
  const below = [path, ...aliases].map((pattern) => PREFIX + pattern.replace(/\/$/, ''));
  return [...below, ...rootAliases].map((pattern) =>
    pattern.replace(/\[([^[\]]*)\]/g, '{$1}').replace(/\{(\w+)\}/g, ':$1'),
  );
}

/** Replaces a target that cannot be parsed; `checkRequest` rejects it. */
export const NO_TARGET = '*';

/** Characters to decode (RFC 3986, section 6.2.2.2). An encoded dot is not a suffix, and stays. */
const PLAIN = /%(?:2d|3\d|[46][1-9a-f]|[57][\da]|5f|7e)/gi;

/** Reduces the target to its path and query, since Koa's own parser throws for some targets. */
function readTarget(ctx: StepContext): void {
  ctx.state.host = ctx.req.headers.host ?? '';
  let target = ctx.url;
  // Proxies are sent the absolute form, whose authority replaces Host (RFC 9112, section 3.2.2).
  if (!target.startsWith('/')) {
    const hasUser = /^[^/?#]*\/\/[^/?#]*@/.test(target);
    const url = !hasUser && URL.canParse(target) ? new URL(target) : undefined;
    target = url?.pathname.startsWith('/') ? url.pathname + url.search : NO_TARGET;
    if (url && target !== NO_TARGET) ctx.state.host = url.host;
  }
  const [path = '', ...query] = target.split('?');
  ctx.url = [path.replace(PLAIN, decodeURIComponent), ...query].join('?');
}
