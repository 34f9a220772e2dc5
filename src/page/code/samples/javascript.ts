import { indentRest, quote, type SampleBody, type SampleRequest } from './sample-request.js';

/** Returns a request as a module for Node.js. */
export function toJavaScript({ method, url, hasToken, headers, body, format }: SampleRequest): string {
  const fields = [
    ...(hasToken ? [['Authorization', '`Bearer $' + '{process.env.TOKEN}`']] : []),
    ...headers.map(([name, value]) => [name, quote(value)]),
    ...(body && 'json' in body ? [['Content-Type', '"application/json"']] : []),
  ].map(([name = '', value]) => `    ${/^\w+$/.test(name) ? name : quote(name)}: ${value},\n`);
  const options = [
    ...(method === 'GET' ? [] : [`  method: ${quote(method)},\n`]),
    ...(fields.length === 0 ? [] : [`  headers: {\n${fields.join('')}  },\n`]),
    ...(body ? [`  body: ${writeBody(body)},\n`] : []),
  ].join('');
  return `const response = await fetch(${quote(url)}${options && `, {\n${options}}`});
if (!response.ok) throw new Error(\`\${response.status} \${await response.text()}\`);
console.log(await response.${format === 'json' ? 'json' : 'text'}());`;
}

function writeBody(body: SampleBody): string {
  if ('json' in body) return `JSON.stringify(${indentRest(JSON.stringify(JSON.parse(body.json), null, 2), '  ')})`;
  const fields = body.form.map(([name, value]) => `    ${name}: ${quote(value)},\n`);
  return `new URLSearchParams({\n${fields.join('')}  })`;
}
