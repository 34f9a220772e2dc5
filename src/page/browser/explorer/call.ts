import { encodePathValue } from '../../../domain/path-value.js';
import { root } from '../read-resource.js';
import type { Operation, Parameter } from './openapi.js';

/** A request before it is sent. */
export interface Call {
  method: string;
  url: URL;
  headers: Record<string, string>;
  body?: URLSearchParams;
}

/**
 * Makes a request. Whatever is filled in, it stays below the address that this page came from.
 *
 * @param value returns the value of a parameter, empty where nothing was filled in
 */
export function makeCall(operation: Operation, value: (parameter: Parameter) => string, format: 'json' | 'xml'): Call {
  const given = operation.parameters.map((parameter) => ({ ...parameter, value: value(parameter) }));
  const at = (place: Parameter['place']) => given.filter((each) => each.place === place && each.value !== '');
  const path = at('path').reduce(
    (filled, { name, value }) => filled.replace(`{${name}}`, encodePathValue(value)),
    operation.path,
  );
  const url = new URL(`.${path}`, root);
  for (const { name, value } of at('query')) url.searchParams.set(name, value);
  const headers = Object.fromEntries(at('header').map(({ name, value }) => [name, value]));
  const fields = at('body').map(({ name, value }) => [name, value]);
  return {
    method: operation.method,
    url,
    headers: { Accept: `application/${format}`, ...headers },
    ...(fields.length > 0 && { body: new URLSearchParams(fields) }),
  };
}

/** Returns the same request as a curl command, with the token in a variable. */
export function toCurl({ method, url, headers, body }: Call, hasToken: boolean): string {
  const lines = [
    ...(hasToken ? ['-H "Authorization: Bearer $TOKEN"'] : []),
    ...Object.entries(headers).map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`),
    ...[...(body ?? [])].map(([name, value]) => `--data-urlencode ${quote(`${name}=${value}`)}`),
  ];
  // curl itself chooses GET, and POST where there is a body.
  const verb = method === (body ? 'POST' : 'GET') ? '' : ` -X ${method}`;
  return [`curl${verb} ${quote(url.href)}`, ...lines].join(' \\\n  ');
}

/** Quotes a text for a POSIX shell. */
function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
