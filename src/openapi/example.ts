import type { ErrorCode } from '../domain/failure.js';
import { type JsonObject, refTo } from './json.js';
import { toPascalCase } from './names.js';

/** A recorded answer of the service on the demo galaxy. */
export interface Example {
  /** The body of the request. */
  body?: JsonObject;
  json: JsonObject;
  /** Absent for `not_acceptable`, which is always JSON. */
  xml?: string;
}

/** Recorded answers, by operation id and by error code. */
export interface Examples {
  answers: Readonly<Record<string, Example>>;
  failures: Readonly<Partial<Record<ErrorCode, Example>>>;
}

/** Returns every example as a component. */
export function exampleComponents({ answers, failures }: Examples): Record<string, { value: JsonObject }> {
  const named = [
    ...Object.entries(answers),
    ...Object.entries(failures).map(([code, example]): [string, Example] => [toPascalCase(code), example]),
  ];
  return Object.fromEntries(named.map(([name, { json }]) => [name, { value: json }]));
}

/** Returns the `examples` of a media type: those of the given names that exist. */
export function exampleRefs(components: Record<string, unknown>, names: string[]) {
  const known = names.filter((name) => name in components);
  if (known.length === 0) return {};
  return { examples: Object.fromEntries(known.map((name) => [name, refTo('examples', name)])) };
}
