import { indentRest, quote, type SampleBody, type SampleRequest } from './sample-request.js';

/** Returns a request as a script for Python, with the package requests. */
export function toPython({ method, url, hasToken, headers, body, format }: SampleRequest): string {
  const fields = [
    ...(hasToken ? ['"Authorization": f"Bearer {token}"'] : []),
    ...headers.map(([name, value]) => `${quote(name)}: ${quote(value)}`),
  ];
  const lines = [
    quote(url),
    ...(fields.length === 0 ? [] : [`headers={${fields.length === 1 ? fields[0] : block(fields)}}`]),
    ...(body ? [writeBody(body)] : []),
  ];
  const call = lines.length === 1 ? lines[0] : lines.map((line) => `\n    ${indentRest(line, '    ')},`).join('');
  return `${hasToken ? 'import os\n' : ''}import requests

${hasToken ? 'token = os.environ["TOKEN"]\n' : ''}response = requests.${method.toLowerCase()}(${call}${lines.length === 1 ? '' : '\n'})
if not response.ok:
    raise SystemExit(f"{response.status_code} {response.text}")
print(response.${format === 'json' ? 'json()' : 'text'})`;
}

function writeBody(body: SampleBody): string {
  if ('json' in body) return `json=${toLiteral(JSON.parse(body.json))}`;
  return `data={${block(body.form.map(([name, value]) => `${quote(name)}: ${quote(value)}`))}}`;
}

/** Writes entries on lines of their own, between brackets. */
function block(entries: readonly string[]): string {
  return entries.length === 0 ? '' : `\n${entries.map((entry) => `    ${indentRest(entry, '    ')},\n`).join('')}`;
}

/** Returns a value of JSON as a literal. */
function toLiteral(value: unknown): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value === 'string') return quote(value);
  if (Array.isArray(value)) return `[${block(value.map(toLiteral))}]`;
  if (typeof value !== 'object') return String(value);
  return `{${block(Object.entries(value).map(([name, each]) => `${quote(name)}: ${toLiteral(each)}`))}}`;
}
