import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import test, { type ExecutionContext } from 'ava';
import { languages, type SampleRequest } from '../../../src/page/code/samples.js';
import { strangeServer } from '../../helpers/cli/strange-server.js';
import { needs } from '../../helpers/needs.js';

const run = promisify(execFile);

/** Values that break code where they are not escaped. */
const AWKWARD = `D'Art "quoted" \\n $HOME \${x} %s {y} \u2028 é`;

/** How each language is run, and how to find out whether it can be. */
const programs: Record<string, [needed: string, command: string, ...options: string[]]> = {
  curl: ['curl --version', 'sh', '-c'],
  javascript: ['', process.execPath, '--input-type=module', '--eval'],
  python: ['import requests', 'python3', '-c'],
};

/** Runs the code of a request, which begins with the address of a server. Returns what that received, and what was printed. */
async function runSample(t: ExecutionContext, language: string, sample: SampleRequest, status = 200) {
  const { url, requests } = await strangeServer(t, (response) => {
    response.writeHead(status, { 'Content-Type': 'application/json' }).end('{"answer":42}');
  });
  const written = { ...sample, url: url + sample.url };
  const code = languages.find(({ id }) => id === language)?.write(written) ?? '';
  const [, command = '', ...options] = programs[language] ?? [];
  const env = { PATH: process.env.PATH, TOKEN: 'secret' };
  const ended = await run(command, [...options, code], { env }).catch((error) => error);
  const [received, ...others] = requests;
  t.deepEqual(others, []);
  if (received === undefined) throw new Error('nothing was sent');
  t.false(code.includes('secret'));
  return { received, exit: Number(ended.code ?? 0), printed: `${ended.stdout}${ended.stderr}` };
}

const path = `/ws/v2.0/character/${encodeURIComponent(AWKWARD)}?type=${encodeURIComponent(AWKWARD)}`;

for (const [language, [needed, command, ...options]] of Object.entries(programs)) {
  const canRun = needs(command, spawnSync(command, [...options, needed]).status === 0);

  canRun(`the sample for ${language} sends what the request has, and fails with the text of an error`, async (t) => {
    const read = { method: 'GET', url: path, hasToken: true } as const;
    const { received, printed, exit } = await runSample(t, language, read);
    const address = new URL(received.url ?? '', 'http://any');
    t.is(received.method, 'GET');
    t.deepEqual([address.pathname, address.searchParams.get('type')], [new URL(path, 'http://any').pathname, AWKWARD]);
    t.is(received.headers.authorization, 'Bearer secret');
    t.regex(printed, /answer['"]?: ?42/);
    t.is(exit, 0);
    for (const [method, hasToken] of [
      ['POST', false],
      ['DELETE', true],
    ] as const) {
      const { received } = await runSample(t, language, { method, url: '', hasToken, form: [['cgt', AWKWARD]] });
      t.is(received.method, method);
      t.is(received.headers['content-type']?.split(';')[0], 'application/x-www-form-urlencoded');
      t.is(new URLSearchParams(received.body).get('cgt'), AWKWARD);
      t.is(received.headers.authorization, hasToken ? 'Bearer secret' : undefined);
    }
    const failed = await runSample(t, language, read, 404);
    t.not(failed.exit, 0);
    t.regex(failed.printed, /\b404\b/);
    t.regex(failed.printed, /\{"answer":42\}/);
  });
}

test('the sample for C# quotes what it is given', (t) => {
  const write = languages.find(({ id }) => id === 'csharp')?.write ?? (() => '');
  const form = write({ method: 'POST', url: 'http://x/', hasToken: true, form: [['cgt', 'a"b\\c\u2028']] });
  t.true(form.includes('new HttpRequestMessage(HttpMethod.Post, "http://x/");'));
  t.true(form.includes('request.Headers.Authorization = new("Bearer", Environment.GetEnvironmentVariable("TOKEN"));'));
  t.true(form.includes(String.raw`    ["cgt"] = "a\"b\\c\u2028",`), form);
});
