import type { z } from 'zod';
import { printable, quote } from '../domain/printable.js';

/** How many faults of one record are told; one line can hold thousands. */
const TOLD = 3;

const words: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

/** Says in one line why a record is refused, naming the fields at fault. */
export function reasonOf(error: z.ZodError, type: string, fields: string[]): string {
  // A misspelt field comes first: it is why another one is missing.
  const unknown = error.issues.filter(({ code }) => code === 'unrecognized_keys');
  const issues = [...unknown, ...error.issues.filter(({ code }) => code !== 'unrecognized_keys')];
  const told = issues.slice(0, TOLD).map((issue) => describe(issue, type, fields));
  if (issues.length > TOLD) told.push(`and ${issues.length - TOLD} more`);
  return told.join('; ');
}

function describe(issue: z.core.$ZodIssue, type: string, fields: string[]): string {
  if (issue.code === 'unrecognized_keys') return describeUnknown(issue.keys, issue.path, type, fields);
  return `${nameOf(issue.path)} ${describeValue(issue)}`;
}

function describeUnknown(keys: string[], path: PropertyKey[], type: string, fields: string[]): string {
  const names = keys.slice(0, TOLD).map((key) => quote(key));
  const unknown = keys.length > TOLD ? `${names.join(', ')} and ${keys.length - TOLD} more` : names.join(', ');
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
