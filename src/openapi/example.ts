import type { ErrorCode } from '../domain/failure.js';
import { type JsonObject, refTo } from './json.js';
import { toPascalCase } from './names.js';
import { XML_SUFFIX } from './xml-schema.js';

/** An answer of the service on the demo galaxy, as it came. */
export interface Example {
  /** The body that was sent. */
  body?: JsonObject;
  json: JsonObject;
  /** Left out where the failure is that the caller accepts no format there is. */
  xml?: string;
}

/** What the service answered: by the id of the operation, and by the error code. */
export interface Examples {
  answers: Readonly<Record<string, Example>>;
  failures: Readonly<Partial<Record<ErrorCode, Example>>>;
}

/** Every example as a component. */
export function exampleComponents({ answers, failures }: Examples): Record<string, { value: JsonObject | string }> {
  const named = [
    ...Object.entries(answers),
    ...Object.entries(failures).map(([code, example]): [string, Example] => [toPascalCase(code), example]),
  ];
  return Object.fromEntries(
    named.flatMap(([name, { json, xml }]) => [
      [name, { value: json }],
      ...(xml === undefined ? [] : [[name + XML_SUFFIX, { value: xml }]]),
    ]),
  );
}

/** The `examples` of a media type: those of the given names that there are. */
export function exampleRefs(components: Record<string, unknown>, names: string[], suffix = '') {
  const known = names.filter((name) => name + suffix in components);
  if (known.length === 0) return {};
  return { examples: Object.fromEntries(known.map((name) => [name, refTo('examples', name + suffix)])) };
}
