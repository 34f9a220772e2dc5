import type { SampleRequest } from './sample-request.js';

/** Returns a request as a command for a POSIX shell, which prints the answer, and fails if that is an error. */
export function toCurl({ method, url, hasToken, headers, body }: SampleRequest): string {
  const lines = [
    ...(hasToken ? ['-H "Authorization: Bearer $TOKEN"'] : []),
    ...headers.map(([name, value]) => `-H ${quoteForShell(`${name}: ${value}`)}`),
    ...(body && 'form' in body
      ? body.form.map(([name, value]) => `--data-urlencode ${quoteForShell(`${name}=${value}`)}`)
      : []),
    ...(body && 'json' in body ? ["-H 'Content-Type: application/json'", `-d ${quoteForShell(body.json)}`] : []),
  ];
  // curl itself chooses GET, and POST where there is a body.
  const verb = method === (body ? 'POST' : 'GET') ? '' : ` -X ${method}`;
  return [`curl -sS --fail-with-body${verb} ${quoteForShell(url)}`, ...lines].join(' \\\n  ');
}

function quoteForShell(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
