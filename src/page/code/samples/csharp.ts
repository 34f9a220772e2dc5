import { quote, type SampleBody, type SampleRequest } from './sample-request.js';

/** Returns a request as a program of C#, with the implicit usings of .NET 6 and later. */
export function toCSharp({ method, url, hasToken, headers, body }: SampleRequest): string {
  const name = method.charAt(0) + method.slice(1).toLowerCase();
  const lines = [
    'using var client = new HttpClient();',
    `using var request = new HttpRequestMessage(HttpMethod.${name}, ${quote(url)});`,
    ...(hasToken
      ? ['request.Headers.Authorization = new("Bearer", Environment.GetEnvironmentVariable("TOKEN"));']
      : []),
    ...headers.map(([field, value]) => `request.Headers.Add(${quote(field)}, ${quote(value)});`),
    ...(body ? [`request.Content = ${writeBody(body)};`] : []),
    'using var response = await client.SendAsync(request);',
    'var answer = await response.Content.ReadAsStringAsync();',
    `if (!response.IsSuccessStatusCode) throw new HttpRequestException($"{(int)response.StatusCode} {answer}");`,
    'Console.WriteLine(answer);',
  ];
  return lines.join('\n');
}

function writeBody(body: SampleBody): string {
  if ('json' in body) return `new StringContent(${quote(body.json)}, null, "application/json")`;
  const fields = body.form.map(([name, value]) => `    [${quote(name)}] = ${quote(value)},\n`);
  return `new FormUrlEncodedContent(new Dictionary<string, string>\n{\n${fields.join('')}})`;
}
