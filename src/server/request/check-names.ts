import { invalidParameter } from '../../domain/failure.js';
import { isStorable, quote } from '../../domain/text.js';
import { nearest } from '../../nearest.js';
import { none } from '../../routes/define-path.js';
import type { Route } from '../../routes/define-route.js';

/** Beside the parameters of any route. */
const GENERAL = ['access_token', 'format'];

/** Names in other services, without case and punctuation. */
const ALIASES: Readonly<Record<string, string>> = {
  count: 'item_count',
  limit: 'item_count',
  pagesize: 'item_count',
  perpage: 'item_count',
  size: 'item_count',
  offset: 'start_index',
  page: 'start_index',
  skip: 'start_index',
  start: 'start_index',
  since: 'start_time',
  timestamp: 'time',
  amount: 'uses',
  quantity: 'uses',
};

const MAX_EDITS = 2;

/** Foreign names of a request that are compared with those of its route. */
const MAX_COMPARED = 20;

/**
 * Rejects a name that most likely means a parameter of the route, and a body that has none of them. Other names are
 * ignored, since clients of the original service send some.
 *
 * @throws {Failure} `invalid_parameter`
 */
export function checkNames(route: Route, query: object, body: object): void {
  const inBody = foreignNames(body, route.acceptsQueryInBody ? route.query : route.body);
  const foreign = [...foreignNames(query, route.query), ...inBody];
  if (foreign.length === 0) return;
  const expected = Object.keys(route.body.shape);
  const known = [...Object.keys(route.query.shape), ...expected];
  for (const name of foreign.slice(0, MAX_COMPARED)) {
    const meant = meantBy(name, known);
    if (meant === name) throw invalidParameter(meant, `${name}: Send it in the body, not in the query.`);
    if (meant !== undefined) throw invalidParameter(meant, `${name} is unknown; did you mean “${meant}”?`);
  }
  if (route.body === none || inBody.length === 0 || expected.some((name) => Object.hasOwn(body, name))) return;
  // Otherwise the missing one is named.
  if (!route.body.safeParse({}).success) return;
  throw invalidParameter('body', `The body has ${quote(inBody[0])}, and none of: ${expected.join(', ')}.`);
}

function foreignNames(input: object, { shape }: Route['query']): string[] {
  return Object.keys(input).filter((name) => !Object.hasOwn(shape, name) && !GENERAL.includes(name));
}

function meantBy(name: string, known: readonly string[]): string | undefined {
  // The answer has the name, in XML, too.
  if (!isStorable(name)) return undefined;
  const plain = new Map(known.map((each) => [plainName(each), each]));
  const word = plainName(name);
  const alias = Object.hasOwn(ALIASES, word) ? ALIASES[word] : undefined;
  if (alias !== undefined && known.includes(alias)) return alias;
  return plain.get(nearest(word, plain.keys(), MAX_EDITS) ?? '');
}

/** Returns `itemcount` for `Item-Count[]`, for example. */
function plainName(name: string): string {
  return name.toLowerCase().replace(/[^a-z\d]/g, '');
}
