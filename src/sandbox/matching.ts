import { z } from 'zod';
import { quote } from '../domain/printable.js';
import { options, SandboxError } from './read-input.js';
import type { NamedRoute } from './route-names.js';

const value = z.union([z.string(), z.number()], { error: 'must be text or a number' }).transform(String);

/** The requests of a route that are meant: all of them, or those with these parameters, of this character or with this token. */
export const whereInput = options({
  parameters: z
    .record(z.string(), value)
    .optional()
    .describe('Only requests with these parameters of the path and the query, such as {"uid": "14:7"}'),
  character: z
    .string()
    .regex(/^\d{1,9}:\d{1,15}$/, 'must be the uid of a character such as “1:1”')
    .optional()
    .describe('Only requests with a token of this character, by its uid'),
  token: z.string().optional().describe('Only requests with this token'),
}).describe('Only requests that have all of this');

export type Where = z.output<typeof whereInput>;

/** The features of a request by which faults, filters and checks find it. */
export interface Subject {
  /** Undefined for a request that no route is for. */
  route: NamedRoute | undefined;
  /** The parameters of its path. */
  params: Readonly<Record<string, string>>;
  query: Readonly<Record<string, unknown>>;
  token: string | undefined;
  /** The uid of the character that its token acts for. */
  character?: string;
}

/** The requests that a fault, a filter or a check is about. */
export interface Target {
  /** Undefined for every request. */
  route: NamedRoute | undefined;
  where: Where;
}

/** @throws {SandboxError} for a parameter that the route does not have */
export function checkWhere({ parameters = {} }: Where, named: NamedRoute | undefined): void {
  const { route } = named ?? {};
  if (!named || !route) return;
  const known = [...Object.keys(route.path.params.shape), ...Object.keys(route.query.shape), 'format', 'access_token'];
  const unknown = Object.keys(parameters).find((name) => !known.includes(name));
  if (unknown === undefined) return;
  throw new SandboxError(
    `where.parameters: ${named.name} has no parameter ${quote(unknown)} in its path or query; it has ${known.join(', ')}`,
  );
}

/** Returns what keeps a request from being meant, in words; nothing for one that is. */
export function differences({ route, where }: Target, subject: Subject): string[] {
  const { parameters = {}, character, token } = where;
  const found = Object.entries(parameters).flatMap(([name, wanted]) => {
    const given = subject.params[name] ?? subject.query[name];
    if ([given].flat().includes(wanted)) return [];
    return given === undefined ? [`no ${name}`] : [`${name} ${quote(given)}`];
  });
  return [
    ...(route && subject.route !== route ? ['another route'] : []),
    ...found,
    ...(character === undefined || subject.character === character
      ? []
      : [subject.character === undefined ? 'no character' : `character ${subject.character}`]),
    ...(token === undefined || subject.token === token
      ? []
      : [subject.token === undefined ? 'no token' : 'another token']),
  ];
}

/** Describes the requests that are meant: `GET /datacard/{uid} with uid “14:7”`. */
export function describeTarget({ route, where }: Target): string {
  const conditions = describeWhere(where);
  return `${route?.name ?? 'any request'}${conditions && ` with ${conditions}`}`;
}

/** Describes the conditions on a request, without a token. */
export function describeWhere({ parameters = {}, character, token }: Where): string {
  return [
    ...Object.entries(parameters).map(([name, wanted]) => `${name} ${quote(wanted)}`),
    ...(character === undefined ? [] : [`character ${character}`]),
    ...(token === undefined ? [] : ['one token']),
  ].join(', ');
}
