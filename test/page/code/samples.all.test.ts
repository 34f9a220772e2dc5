import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import test, { type ExecutionContext } from 'ava';
import { languages, type SampleRequest } from '../../../src/page/code/samples.js';
import { strangeServer } from '../../helpers/cli/strange-server.js';

const run = promisify(execFile);

/** Values that break code where they are not escaped. */
const AWKWARD = `D'Art "quoted" \\n $HOME \${x} %s {y} \u2028 é`;

/** How each language is run. */
const programs: Record<string, [command: string, ...options: string[]]> = {
  curl: ['sh', '-c'],
  javascript: [process.execPath, '--input-type=module', '--eval'],
  python: ['python3', '-c'],
};

/** Runs the code of a request. Returns what a server received, and what was printed. */
async function runSample(
  t: ExecutionContext,
  language: string,
  sample: (url: string) => SampleRequest,
  answer: { status: number; body: string } = { status: 200, body: '{"answer":42}' },
) {
  const { url, requests } = await strangeServer(t, (response) => {
    response.writeHead(answer.status, { 'Content-Type': 'application/json' }).end(answer.body);
  });
  const code = languages.find(({ id }) => id === language)?.write(sample(url)) ?? '';
  const [command = '', ...options] = programs[language] ?? [];
  const env = { PATH: process.env.PATH, TOKEN: 'secret' };
  const ended = await run(command, [...options, code], { env }).catch((error) => error);
  const [received, ...others] = requests;
  t.deepEqual(others, []);
  if (received === undefined) throw new Error('nothing was sent');
  return { received, code, exit: Number(ended.code ?? 0), printed: `${ended.stdout}${ended.stderr}` };
}

const path = `/ws/v2.0/character/${encodeURIComponent(AWKWARD)}?type=${encodeURIComponent(AWKWARD)}`;

for (const language of Object.keys(programs)) {
  const [command = '', ...options] = programs[language] ?? [];
  const needed = { curl: 'curl --version', python: 'import requests' }[language] ?? '';
  const runs = spawnSync(command, [...options, needed]).status === 0 ? test : test.skip;

  runs(`the sample for ${language} reads with a token, whatever the values are`, async (t) => {
    const { received, printed, exit, code } = await runSample(t, language, (root) => ({
      method: 'GET',
      url: root + path,
      hasToken: true,
    }));
    t.is(received.method, 'GET');
    t.deepEqual(new URL(received.url ?? '', 'http://any').pathname, new URL(path, 'http://any').pathname);
    t.is(new URL(received.url ?? '', 'http://any').searchParams.get('type'), AWKWARD);
    t.is(received.headers.authorization, 'Bearer secret');
    t.regex(printed, /answer['"]?: ?42/);
    t.is(exit, 0);
    t.false(code.includes('secret'));
  });

  runs(`the sample for ${language} sends a form`, async (t) => {
    const { received } = await runSample(t, language, (root) => ({
      method: 'POST',
      url: root,
      hasToken: false,
      form: [['cgt', AWKWARD]],
    }));
    t.is(received.method, 'POST');
    t.is(received.headers['content-type']?.split(';')[0], 'application/x-www-form-urlencoded');
    t.is(new URLSearchParams(received.body).get('cgt'), AWKWARD);
    t.is(received.headers.authorization, undefined);
  });

  runs(`the sample for ${language} fails with the status and the text of an error`, async (t) => {
    const { printed, exit } = await runSample(t, language, (url) => ({ method: 'GET', url, hasToken: true }), {
      status: 404,
      body: '{"error":"not_found"}',
    });
    t.not(exit, 0);
    t.regex(printed, /\b404\b/);
    t.regex(printed, /\{"error":"not_found"\}/);
  });

  runs(`the sample for ${language} sends a form with another method`, async (t) => {
    const { received } = await runSample(t, language, (root) => ({
      method: 'DELETE',
      url: root,
      hasToken: true,
      form: [['uses', '1']],
    }));
    t.is(received.method, 'DELETE');
    t.is(received.headers.authorization, 'Bearer secret');
    t.is(new URLSearchParams(received.body).get('uses'), '1');
  });
}

test('the sample for C# quotes what it is given', (t) => {
  const write = languages.find(({ id }) => id === 'csharp')?.write ?? (() => '');
  const form = write({ method: 'POST', url: 'http://x/', hasToken: true, form: [['cgt', 'a"b\\c\u2028']] });
  t.is(
    form,
    String.raw`using var client = new HttpClient();
using var request = new HttpRequestMessage(HttpMethod.Post, "http://x/");
request.Headers.Authorization = new("Bearer", Environment.GetEnvironmentVariable("TOKEN"));
request.Content = new FormUrlEncodedContent(new Dictionary<string, string>
{
    ["cgt"] = "a\"b\\c\u2028",
});
using var response = await client.SendAsync(request);
var answer = await response.Content.ReadAsStringAsync();
if (!response.IsSuccessStatusCode) throw new HttpRequestException($"{(int)response.StatusCode} {answer}");
Console.WriteLine(answer);`,
  );
});
