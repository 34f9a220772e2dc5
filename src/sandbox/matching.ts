import { z } from 'zod';
import { quote } from '../domain/text.js';
import { options, SandboxError } from './read-input.js';
import { ANY, type NamedRoute, type RouteNames } from './route-names.js';

const value = z.union([z.string(), z.number()], { error: 'must be text or a number' }).transform(String);
const values = z.record(z.string(), value).default({});

export const filter = {
  route: z.string().default(ANY),
  where: options({ parameters: values, headers: values }).default({ parameters: {}, headers: {} }),
};

export const filterInput = options(filter);

export interface Target {
  /** Undefined for every request. */
  route: NamedRoute | undefined;
  parameters: Readonly<Record<string, string>>;
  /** Names are in lower case. */
  headers: Readonly<Record<string, string>>;
}

export interface Subject {
  /** Undefined for a request without a route. */
  route: NamedRoute | undefined;
  params: Readonly<Record<string, string>>;
  query: Readonly<Record<string, unknown>>;
  headers: Readonly<Record<string, unknown>>;
  /** Returns as much as was read. */
  body(): unknown;
}

export function readTarget(
  { route: name, where: { parameters, headers } }: z.output<typeof filterInput>,
  names: RouteNames,
): Target {
  const route = name === ANY ? undefined : names.find(name);
  const known = route?.route && parametersOf(route.route);
  const unknown = known && Object.keys(parameters).find((each) => !known.includes(each));
  if (unknown !== undefined) {
    const list = known?.join(', ');
    throw new SandboxError(`where.parameters: ${name} has no parameter ${quote(unknown)}; it has ${list}`);
  }
  const fields = Object.entries(headers).map(([field, wanted]) => [field.toLowerCase(), wanted]);
  return { route, parameters, headers: Object.fromEntries(fields) };
}

export function parametersOf({ path, query, body }: NonNullable<NamedRoute['route']>): string[] {
  return [...new Set([path.params, query, body].flatMap(({ shape }) => Object.keys(shape))), 'format'];
}

export function matches({ route, parameters, headers }: Target, subject: Subject): boolean {
  if (route && subject.route !== route) return false;
  const body = subject.body();
  const given = { ...(typeof body === 'object' ? body : {}), ...subject.query, ...subject.params };
  return hasAll(given, parameters) && hasAll(subject.headers, headers);
}

function hasAll(given: Readonly<Record<string, unknown>>, wanted: Readonly<Record<string, string>>): boolean {
  return Object.entries(wanted).every(([name, value]) => [given[name]].flat().map(String).includes(value));
}
