import type { z } from 'zod';
import { printable, quote } from '../domain/printable.js';

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
export function reasonOf(error: z.ZodError, type: string, fields: string[]): string {
  // A misspelt field comes first: it is why another one is missing.
  const unknown = error.issues.filter(({ code }) => code === 'unrecognized_keys');
  const issues = [...unknown, ...error.issues.filter(({ code }) => code !== 'unrecognized_keys')];
  const reasons = issues.slice(0, SHOWN).map((issue) => describe(issue, type, fields));
  if (issues.length > SHOWN) reasons.push(`and ${issues.length - SHOWN} more`);
  return reasons.join('; ');
}

function describe(issue: z.core.$ZodIssue, type: string, fields: string[]): string {
  if (issue.code === 'unrecognized_keys') return describeUnknown(issue.keys, issue.path, type, fields);
  return `${nameOf(issue.path)} ${describeValue(issue)}`;
}

function describeUnknown(keys: string[], path: PropertyKey[], type: string, fields: string[]): string {
  const names = keys.slice(0, SHOWN).map((key) => quote(key));
  const unknown = keys.length > SHOWN ? `${names.join(', ')} and ${keys.length - SHOWN} more` : names.join(', ');
  if (path.length > 0) return `${nameOf(path)} has no field ${unknown}`;
  return `a ${type} record has no field ${unknown}: its fields are ${fields.join(', ')}`;
}

function describeValue(issue: z.core.$ZodIssue): string {
  if (issue.code !== 'custom' && issue.input === undefined) return 'is missing';
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${words[issue.expected] ?? issue.expected}, not ${quote(issue.input)}`;
    case 'invalid_value':
      return `must be one of ${issue.values.join(', ')}, not ${quote(issue.input)}`;
    default:
      return issue.message;
  }
}

/** `assignments[0].location` */
function nameOf(path: PropertyKey[]): string {
  return path
    .map((step, index) =>
      typeof step === 'number' ? `[${step}]` : `${index > 0 ? '.' : ''}${printable(String(step))}`,
    )
    .join('');
}
