import test from 'ava';
import { run } from '../../helpers/cli/run.js';
import { enveloped, strangeServer } from '../../helpers/cli/strange-server.js';

const ref = { value: 'x', attributes: { uid: '4:1', type: 't', href: '/x' } };
const limit = { pattern: '/event/{uid}', limit: 10, remaining: 9, reset: 1718629200, reset_time: 'x' };
const time = { years: 12, days: 3, hours: 0, mins: 0, secs: 0, timestamp: 1291273200 };
const use = { location: ref, locationowner: {}, quantity: 3 };

/** An answer that a command accepts, how to spoil it, and the field that is then named. */
const cases: [argv: string[], payload: object, spoiled: object, field: string][] = [
  [
    ['ratelimits'],
    { ratelimits: { ratelimit: [{ attributes: limit }] } },
    { ratelimits: { ratelimit: [{ attributes: { ...limit, remaining: undefined, left: 9 } }] } },
    'remaining',
  ],
  [
    ['ratelimits'],
    { ratelimits: { ratelimit: [{ attributes: limit }] } },
    { ratelimits: { ratelimit: [{ attributes: { ...limit, reset: 0 } }] } },
    'reset',
  ],
  [
    ['event', '39:1'],
    { event: { uid: '39:1', receiver: ref, time, text: 'x' } },
    { event: { uid: '39:1', receiver: ref, time: { timestamp: 0 }, text: 'x' } },
    'time',
  ],
  [['hello'], { message: 'hi' }, { greeting: 'hi' }, 'message'],
  [
    ['datacards', '20:1'],
    { datacards: { datacard: [{ attributes: { uid: '14:1', href: '/x' }, entity: ref }] } },
    { datacards: { datacard: [{ uid: '14:1', entity: ref }] } },
    'uid',
  ],
  [
    ['datacard', 'show', '14:1'],
    { datacard: { uid: '14:1', entity: ref, owner: ref, uses: 3, assignedlocations: { assignedlocation: [use] } } },
    { datacard: { uid: '14:1', entity: ref, owner: ref, left: 3, assignedlocations: { assignedlocation: [use] } } },
    'uses',
  ],
  [
    ['grants', '1:1'],
    { permissions: { permission: [{ attributes: { expires: 1718629200 }, scopes: { scope: ['character_read'] } }] } },
    { permissions: { permission: [{ attributes: { expires: 1718629200 }, scope: ['character_read'] }] } },
    'permissions',
  ],
  [
    ['character', '1:1'],
    { character: { uid: '1:1', name: 'x', attributes: { isprivate: 'true', isbasic: 'true' } } },
    { character: { uid: '1:1', fullname: 'x', attributes: { isprivate: 'true', isbasic: 'true' } } },
    'name',
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
