import { usageError } from '../cli-error.js';

/** Adds a `key=value` of the arguments to the others; the last value of a key counts. */
export function collectField(text: string, before: Record<string, string> = {}): Record<string, string> {
  const [, name, value] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
  if (name === undefined || value === undefined) throw usageError(`“${text}” is not of the form key=value`);
  if (name === 'access_token') throw tokenInArguments();
  return { ...before, [name]: value };
}

/** Adds a `Name: value` of the arguments to the others. */
export function collectHeader(text: string, before: Record<string, string> = {}): Record<string, string> {
  const [, name, value] = /^([\w!#$%&'*+.^`|~-]+):([\x20-\x7e\t]*)$/.exec(text) ?? [];
  if (name === undefined || value === undefined) throw usageError('a header is not of the form Name: value, in ASCII');
  if (/^(proxy-)?authorization$/i.test(name)) throw tokenInArguments();
  return { ...before, [name]: value.trimStart() };
}

/** Returns the error for a token in the arguments, which every user of the machine can read. */
function tokenInArguments() {
  return usageError('a token must not be on the command line; use svcapi login, SVCAPI_TOKEN or --token-file');
}
