import test from 'ava';
import { run } from '../../helpers/cli/run.js';
import { enveloped, strangeServer } from '../../helpers/cli/strange-server.js';

const limit = { pattern: '/event/{uid}', limit: 10, remaining: 9, reset: 1718629200, reset_time: 'x' };

/** An answer that a command accepts, how to spoil it, and the field that is then named. */
const cases: [argv: string[], payload: object, spoiled: object, field: string][] = [
  [
    ['ratelimits'],
    { ratelimits: { ratelimit: [{ attributes: limit }] } },
    { ratelimits: { ratelimit: [{ attributes: { ...limit, reset: 0 } }] } },
    'reset',
  ],
  [['hello'], { message: 'hi' }, { greeting: 'hi' }, 'message'],
  [
    ['grants', '1:1'],
    { permissions: { permission: [{ attributes: { expires: 1718629200 }, scopes: { scope: ['character_read'] } }] } },
    { permissions: { permission: [{ attributes: { expires: 1718629200 }, scope: ['character_read'] }] } },
    'permissions',
  ],
];

for (const [argv, payload, spoiled, field] of cases) {
  test(`an answer without a valid field is an error that names it: ${argv.join(' ')}, ${field}`, async (t) => {
    let answer: object = { ...payload, additional: 1 };
    const { url } = await strangeServer(t, (response) => response.end(enveloped(answer)));
    for (const around of [{}, { terminal: 100 }]) {
      for (const format of [[], ['--json']]) {
        answer = { ...payload, additional: 1 };
        const sound = await run([...argv, '--url', url, ...format], around);
        t.is(sound.code, 0, `additional fields do not matter: ${sound.stderr}`);
        answer = spoiled;
        const { code, stdout, stderr } = await run([...argv, '--url', url, ...format], around);
        t.is(code, 3);
        t.false(/\S\t|1970/.test(stdout), stdout);
        t.is(stderr, `svcapi: the answer has no valid “${field}”; is this the address of a Web Services v2.0?\n`);
      }
    }
  });
}
