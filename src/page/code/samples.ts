import type { Grammar } from './highlight.js';

/** All samples take the token from the environment variable TOKEN. */
export interface SampleRequest {
  method: string;
  /** Absolute, with its query. */
  url: string;
  hasToken: boolean;
  form?: readonly (readonly [name: string, value: string])[] | undefined;
}

export interface Language {
  id: string;
  label: string;
  grammar: Grammar;
  write(request: SampleRequest): string;
}

export const languages: readonly Language[] = [
  { id: 'curl', label: 'curl', grammar: 'bash', write: toCurl },
  { id: 'javascript', label: 'JavaScript', grammar: 'javascript', write: toJavaScript },
  { id: 'python', label: 'Python', grammar: 'python', write: toPython },
  { id: 'csharp', label: 'C#', grammar: 'csharp', write: toCSharp },
];

/** Prints the answer, and fails if that is an error. */
function toCurl({ method, url, hasToken, form }: SampleRequest): string {
  const lines = [
    ...(hasToken ? ['-H "Authorization: Bearer $TOKEN"'] : []),
    ...(form ?? []).map(([name, value]) => `--data-urlencode ${quoteForShell(`${name}=${value}`)}`),
  ];
  // curl itself chooses GET, and POST for a body.
  const verb = method === (form ? 'POST' : 'GET') ? '' : ` -X ${method}`;
  return [`curl -sS --fail-with-body${verb} ${quoteForShell(url)}`, ...lines].join(' \\\n  ');
}

function quoteForShell(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function toJavaScript({ method, url, hasToken, form }: SampleRequest): string {
  const fields = form?.map(([name, value]) => `    ${name}: ${quote(value)},\n`);
  const options = [
    ...(method === 'GET' ? [] : [`  method: ${quote(method)},\n`]),
    ...(hasToken ? ['  headers: { Authorization: `Bearer $' + '{process.env.TOKEN}` },\n'] : []),
    ...(fields ? [`  body: new URLSearchParams({\n${fields.join('')}  }),\n`] : []),
  ].join('');
  return `const response = await fetch(${quote(url)}${options && `, {\n${options}}`});
if (!response.ok) throw new Error(\`\${response.status} \${await response.text()}\`);
console.log(await response.json());`;
}

function toPython({ method, url, hasToken, form }: SampleRequest): string {
  const fields = form?.map(([name, value]) => `        ${quote(name)}: ${quote(value)},\n`);
  const options = [
    ...(hasToken ? ['    headers={"Authorization": f"Bearer {token}"},\n'] : []),
    ...(fields ? [`    data={\n${fields.join('')}    },\n`] : []),
  ].join('');
  const values = options === '' ? quote(url) : `\n    ${quote(url)},\n${options}`;
  return `${hasToken ? 'import os\n' : ''}import requests

${hasToken ? 'token = os.environ["TOKEN"]\n' : ''}response = requests.${method.toLowerCase()}(${values})
if not response.ok:
    raise SystemExit(f"{response.status_code} {response.text}")
print(response.json())`;
}

/** Uses the implicit usings of .NET 6 and later. */
function toCSharp({ method, url, hasToken, form }: SampleRequest): string {
  const fields = form?.map(([name, value]) => `    [${quote(name)}] = ${quote(value)},\n`);
  const lines = [
    'using var client = new HttpClient();',
    `using var request = new HttpRequestMessage(HttpMethod.${method.charAt(0) + method.slice(1).toLowerCase()}, ${quote(url)});`,
    ...(hasToken
      ? ['request.Headers.Authorization = new("Bearer", Environment.GetEnvironmentVariable("TOKEN"));']
      : []),
    ...(fields
      ? [`request.Content = new FormUrlEncodedContent(new Dictionary<string, string>\n{\n${fields.join('')}});`]
      : []),
    'using var response = await client.SendAsync(request);',
    'var answer = await response.Content.ReadAsStringAsync();',
    `if (!response.IsSuccessStatusCode) throw new HttpRequestException($"{(int)response.StatusCode} {answer}");`,
    'Console.WriteLine(answer);',
  ];
  return lines.join('\n');
}

/** Quotes a text as JavaScript, Python and C# all read it. */
function quote(text: string): string {
  return JSON.stringify(text).replace(
    /[\u007f-\u009f\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
