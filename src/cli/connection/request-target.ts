import { usageError } from '../exit-status.js';

export function collectField(text: string, before: Record<string, string> = {}): Record<string, string> {
  const [, name, value] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
  if (name === undefined || value === undefined) throw usageError(`“${text}” is not of the form key=value`);
  if (name === 'access_token') throw tokenInArguments();
  return { ...before, [name]: value };
}

export function collectHeader(text: string, before: Record<string, string> = {}): Record<string, string> {
  const [, name, value] = /^([\w!#$%&'*+.^`|~-]+):([\x20-\x7e\t]*)$/.exec(text) ?? [];
  if (name === undefined || value === undefined) throw usageError('a header is not of the form Name: value, in ASCII');
  if (/^(proxy-)?authorization$/i.test(name)) throw tokenInArguments();
  return { ...before, [name]: value.trimStart() };
}

/** Every user of the machine can read arguments. */
function tokenInArguments() {
  return usageError('a token must not be on the command line; use svcapi login, SVCAPI_TOKEN or --token-file');
}

export const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

export interface RequestTarget {
  method: string;
  path: string;
}

/** Reads `[method] <path>`, by default GET. @throws {CliError} */
export function readTarget(first: string, second: string | undefined): RequestTarget {
  if (second === undefined) {
    if (METHODS.includes(first.toUpperCase())) throw usageError(`give a path after ${first}, such as /character`);
    return { method: 'GET', path: readPath(first) };
  }
  const method = first.toUpperCase();
  if (METHODS.includes(method)) return { method, path: readPath(second) };
  throw usageError(`“${first}” is not a method; give one of ${METHODS.join(', ')}`);
}

function readPath(text: string): string {
  // Git Bash on Windows turns /x into the path of a file.
  const [, rest] = /^[a-z]:[/\\].*?[/\\]Git[/\\](.*)/is.exec(text) ?? [];
  if (rest !== undefined) throw usageError(`the shell has made a file of the path; leave the slash out: ${rest}`);
  if (/^[a-z]+:\/\//i.test(text)) throw usageError('give a path such as /character, and the address with --url');
  return text.startsWith('/') ? text : `/${text}`;
}
