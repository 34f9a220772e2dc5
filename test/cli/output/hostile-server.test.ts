import test from 'ava';
import { run } from '../../helpers/cli/run.js';
import { enveloped, strangeServer } from '../../helpers/cli/strange-server.js';

/** A service that lies about everything, and the commands that read its answers. */

const env = { SVCAPI_TOKEN: 'svcapi_a-token-that-nobody-may-see', NO_COLOR: '1' };

/** Characters that control a terminal or mislead its reader. */
const RAW =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/u;
const EVIL = '\u001b]0;owned\u0007\u001b[31m\u009b2J\u202egnp\u200b\r\n\u0000\u{e0041}';

/** One command for each route, by the shape of its answer. */
const commands = [
  ...['index', 'permissions', 'ratelimits', 'hello', 'character', 'credits 1:1', 'grants 1:1', 'grants', 'event 39:1'],
  ...['events', 'entity 4:1', 'datacards 20:1', 'datacards 20:1 --uses', 'datacard show 14:1', 'status'],
  ...['events --after 0', 'datacard assign 14:1 --to 4:1 --uses 1', 'datacard revoke 14:1 --from 4:1'],
];

/** A payload of which every field, however deep, has the same value. */
function everywhere(leaf: unknown): Record<string, unknown> {
  const ref = { value: leaf, attributes: { uid: leaf, href: leaf, type: leaf }, primary: leaf };
  const use = { location: ref, locationowner: ref, quantity: leaf };
  const time = { years: leaf, days: leaf, hours: leaf, mins: leaf, secs: leaf, timestamp: leaf };
  const card = { uid: leaf, attributes: { uid: leaf, href: leaf }, entity: ref, owner: ref, uses: leaf };
  const method = [{ attributes: { type: leaf }, permissions: leaf, parameters: { parameter: [leaf] } }];
  const route = [{ attributes: { name: leaf, href: leaf }, description: leaf, methods: { method } }];
  const permission = [{ attributes: { name: leaf, description: leaf, expires: leaf }, scopes: { scope: [leaf] } }];
  const ratelimit = [{ attributes: { pattern: leaf, limit: leaf, remaining: leaf, reset: leaf } }];
  return {
    ...{ ...time, message: leaf, credits: leaf, client: leaf },
    ...{ resources: { routes: [{ attributes: { name: leaf }, route }] }, permissions: { permission } },
    ratelimits: { ratelimit },
    character: { uid: leaf, name: leaf, race: ref, factions: [ref], lastlogin: time, biography: leaf, credits: leaf },
    event: { uid: leaf, receiver: ref, time, text: leaf },
    events: { event: [{ attributes: { uid: leaf, type: leaf, href: leaf }, time, text: leaf }] },
    entity: { uid: leaf, name: leaf, type: leaf, owner: ref },
    datacards: { datacard: [card] },
    datacard: { ...card, assignedlocations: { assignedlocation: [use] } },
    assignments: { assignment: [{ assigneddatacard: card, originaluse: use, newquantity: leaf }] },
    revocations: { revocation: [{ revokeddatacard: card, revokeduse: use }] },
  };
}

const leaves = [
  ...[null, 1e308, -1e300, 'x', '', true, [[[]]], EVIL, '1718625600'],
  { toString: 'x', valueOf: 1, value: {}, length: 3 },
];
const shallow = (leaf: unknown) => Object.fromEntries(Object.keys(everywhere(leaf)).map((key) => [key, leaf]));
const payloads = [{}, ...leaves.map(everywhere), ...[null, EVIL, {}].map(shallow)];

/** The forms of output, which take turns. */
const forms: { flags: string[]; around?: { terminal: number } }[] = [
  { flags: [], around: { terminal: 90 } },
  ...[[], ['--json'], ['--output', 'csv']].map((flags) => ({ flags })),
];

test('every command prints something harmless of any answer, or refuses it', async (t) => {
  let payload: unknown;
  const { url } = await strangeServer(t, (response) => response.end(enveloped(payload)));
  for (const [number, each] of payloads.entries()) {
    payload = each;
    for (const [index, command] of commands.entries()) {
      const { flags, around } = forms[(index + number) % forms.length] as (typeof forms)[number];
      const { code, stdout, stderr } = await run([...command.split(' '), '--url', url, ...flags], { ...around, env });
      t.true([0, 1, 2, 3, 6].includes(code), `${command}: ${code} ${stderr}`);
      t.false(/internal error|TypeError|\[object|undefined|nobody-may-see/.test(stdout + stderr), command + stderr);
      // A cell of CSV may hold line ends in a pipe.
      const shown = flags.includes('csv') ? stdout.replaceAll('\r', '') : stdout;
      t.false(RAW.test(shown) || RAW.test(stderr), `${command}: ${JSON.stringify(stdout + stderr)}`);
      if (code === 3) t.regex(stderr, /^svcapi: the answer .*; is this the address of a Web Services v2\.0\?\n/);
      if (code === 0 && flags.includes('--json')) t.notThrows(() => JSON.parse(stdout));
    }
  }
  payload = { events: { attributes: { total: 1 }, event: [{ attributes: { uid: '39:1' }, time: {}, text: '' }] } };
  t.is((await run(['events', '--after', '0', '--url', url], { env })).code, 3, 'no row is dropped');
});

test('an error is sanitized to one line, whatever its details are', async (t) => {
  for (const leaf of [EVIL.repeat(1000), ...leaves]) {
    for (const error of ['permission_missing', 'rate_limit_exceeded', 'token_invalid', 'invalid_parameter', leaf]) {
      const { url } = await strangeServer(t, (response) => {
        const details = { parameter: leaf, required_permission: leaf, available_permissions: leaf, retry_after: leaf };
        Object.assign(details, { calls_until_blacklist: leaf, blacklist_for: leaf });
        response.writeHead(401, { 'X-RateLimit-Reset': encodeURI(JSON.stringify(leaf)) });
        response.end(enveloped({ error, error_message: leaf, ...details }));
      });
      const { code, stdout, stderr } = await run(['character', '--url', url], { env, terminal: 80 });
      t.true(code >= 2 && code <= 7 && stdout === '', stderr);
      t.false(/internal error|\[object|undefined/.test(stderr) || RAW.test(stderr), stderr);
      t.true(stderr.split('\n').length === 2 && stderr.length < 50_000, stderr);
    }
  }
});

test('XML is unchanged in a pipe, and sanitized on a terminal', async (t) => {
  const xml = `<svcapi>${EVIL}</svcapi>`;
  const { url } = await strangeServer(t, (response) => response.end(xml));
  for (const argv of [
    ['character', '--xml', '--url', url],
    ['api', '/character', '--url', url],
  ]) {
    t.is((await run(argv, { env })).stdout, `${xml}\n`);
    t.false(RAW.test((await run(argv, { env, terminal: 80 })).stdout.replace('\r', '')));
  }
});
