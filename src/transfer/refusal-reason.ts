import type { z } from 'zod';
import { joinReasons, type Reason, refusals } from '../domain/refusals.js';
import { printable, quote } from '../domain/text.js';

/** The maximum number of faults in a reason; one line can have thousands. */
const SHOWN = 3;

const words: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

/** Explains in one line why a record is refused, with the fields at fault. */
export function reasonOf(error: z.ZodError, type: string, fields: string[]): Reason {
  // A misspelt field comes first: it is why another one is missing.
  const unknown = error.issues.filter(({ code }) => code === 'unrecognized_keys');
  const issues = [...unknown, ...error.issues.filter(({ code }) => code !== 'unrecognized_keys')];
  const reasons = issues.slice(0, SHOWN).map((issue) => describe(issue, type, fields));
  return joinReasons(reasons, Math.max(issues.length - SHOWN, 0));
}

function describe(issue: z.core.$ZodIssue, type: string, fields: string[]): Reason {
  if (issue.code === 'unrecognized_keys') return describeUnknown(issue.keys, issue.path, type, fields);
  const field = nameOf(issue.path);
  if (issue.code !== 'custom' && issue.input === undefined) return refusals.missing(field);
  switch (issue.code) {
    case 'invalid_type':
      return refusals.wrongType(field, words[issue.expected] ?? issue.expected, quote(issue.input));
    case 'invalid_value':
      return refusals.notOneOf(field, issue.values.join(', '), quote(issue.input));
    default:
      return refusals.wrongValue(field, issue.message);
  }
}

function describeUnknown(keys: string[], path: PropertyKey[], type: string, fields: string[]): Reason {
  const names = keys.slice(0, SHOWN).map((key) => quote(key));
  const unknown = keys.length > SHOWN ? `${names.join(', ')} and ${keys.length - SHOWN} more` : names.join(', ');
  if (path.length > 0) return refusals.unknownPart(nameOf(path), unknown);
  return refusals.unknownField(type, unknown, fields.join(', '));
}

/** `assignments[0].location` */
function nameOf(path: PropertyKey[]): string {
  return path
    .map((step, index) =>
      typeof step === 'number' ? `[${step}]` : `${index > 0 ? '.' : ''}${printable(String(step))}`,
    )
    .join('');
}
