import type { ExecutionContext } from 'ava';
import { run } from './run.js';
import { enveloped, strangeServer } from './strange-server.js';

/** Answers of a service that lies about everything, and commands that read them. */

/** The token of the commands, which nobody may see. */
export const env = { SVCAPI_TOKEN: 'svcapi_a-token-that-nobody-may-see' };

/** Characters that control a terminal or mislead its reader. */
export const RAW =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/u;
export const EVIL = '\u001b]0;owned\u0007\u001b[31m\u009b2J\u202egnp\u200b\r\n\u0000\u{e0041}';

/** One command for each route, by the shape of its answer. */
const commands = {
  index: ['index'],
  permissions: ['permissions'],
  ratelimits: ['ratelimits'],
  hello: ['hello'],
  character: ['character'],
  credits: ['credits', '1:1'],
  grants: ['grants', '1:1'],
  'own grants': ['grants'],
  event: ['event', '39:1'],
  events: ['events'],
  entity: ['entity', '4:1'],
  datacards: ['datacards', '20:1'],
  show: ['datacard', 'show', '14:1'],
  assign: ['datacard', 'assign', '14:1', '--to', '4:1', '--uses', '1'],
  revoke: ['datacard', 'revoke', '14:1', '--from', '4:1'],
  status: ['status'],
} as const;

/** A value of which every field, however deep, is the same value again. */
function everywhere(leaf: unknown): unknown {
  const ref = { value: leaf, attributes: { uid: leaf, href: leaf, type: leaf }, primary: leaf };
  const use = { location: ref, locationowner: ref, quantity: leaf };
  const moment = { years: leaf, days: leaf, hours: leaf, mins: leaf, secs: leaf, timestamp: leaf };
  const card = { uid: leaf, attributes: { uid: leaf, href: leaf }, entity: ref, owner: ref, uses: leaf };
  return {
    ...moment,
    message: leaf,
    credits: leaf,
    client: leaf,
    resources: {
      routes: [
        {
          attributes: { name: leaf },
          route: [
            {
              attributes: { name: leaf, href: leaf },
              description: leaf,
              methods: {
                method: [{ attributes: { type: leaf }, permissions: leaf, parameters: { parameter: [leaf] } }],
              },
            },
          ],
        },
      ],
    },
    permissions: {
      permission: [{ attributes: { name: leaf, description: leaf, expires: leaf }, scopes: { scope: [leaf] } }],
    },
    ratelimits: { ratelimit: [{ attributes: { pattern: leaf, limit: leaf, remaining: leaf, reset: leaf } }] },
    character: { uid: leaf, name: leaf, race: ref, factions: [ref], lastlogin: moment, biography: leaf, credits: leaf },
    event: { uid: leaf, receiver: ref, time: moment, text: leaf },
    events: { event: [{ attributes: { uid: leaf, type: leaf, href: leaf }, time: moment, text: leaf }] },
    entity: { uid: leaf, name: leaf, type: leaf, owner: ref },
    datacards: { datacard: [card] },
    datacard: { ...card, assignedlocations: { assignedlocation: [use] } },
    assignments: { assignment: [{ assigneddatacard: card, originaluse: use, newquantity: leaf }] },
    revocations: { revocation: [{ revokeddatacard: card, revokeduse: use }] },
  };
}

export const leaves: [name: string, leaf: unknown][] = [
  ['null', null],
  ['a number', 1e308],
  ['a huge number', -1e300],
  ['text', 'x'],
  ['an empty text', ''],
  ['true', true],
  ['a list', [[[]]]],
  ['an object', { toString: 'x', valueOf: 1, value: {}, length: 3 }],
  ['an evil text', EVIL],
  ['a number in a text', '1718625600'],
];
export const payloads: [name: string, payload: unknown][] = [
  ['nothing at all', {}],
  ...leaves.map(([name, leaf]): [string, unknown] => [`${name} as every field`, everywhere(leaf)]),
  ...leaves.map(([name, leaf]): [string, unknown] => [`${name} in place of every resource`, shallow(leaf)]),
];

function shallow(leaf: unknown): unknown {
  return Object.fromEntries(Object.keys(everywhere(leaf) as object).map((key) => [key, leaf]));
}

/** The forms of output: a table on a terminal, and what a pipe gets. */
const formats: { flags?: string[]; terminal?: number }[] = [
  { terminal: 90 },
  {},
  { flags: ['--json'] },
  { flags: ['--output', 'csv'] },
];

/**
 * Runs every command on an answer, and checks that each either prints something harmless or refuses it.
 *
 * @param one prints each command in one form of output: the first command in the form of this number, and so on in turn
 */
export async function survive(t: ExecutionContext, payload: unknown, one?: number): Promise<void> {
  const { url } = await strangeServer(t, (response) => response.end(enveloped(payload)));
  for (const [index, [command, argv]] of Object.entries(commands).entries()) {
    const chosen = formats.filter((_, form) => one === undefined || form === (index + one) % formats.length);
    for (const { flags = [], ...around } of chosen) {
      const argvs = [...argv, '--url', url, ...flags];
      const { code, stdout, stderr } = await run(argvs, { ...around, env: { ...env, NO_COLOR: '1' } });
      t.true([0, 1, 2, 3, 6].includes(code), `${command}: ${code} ${stderr}`);
      t.false(/internal error|TypeError|\[object|undefined/.test(stdout + stderr), command + stderr);
      // A cell of CSV may hold line ends in a pipe.
      const shown = flags.includes('csv') ? stdout.replaceAll('\r', '') : stdout;
      t.false(RAW.test(shown) || RAW.test(stderr), `${command}: ${JSON.stringify(stdout + stderr)}`);
      if (code === 3) t.regex(stderr, /^svcapi: the answer .*; is this the address of a Web Services v2\.0\?\n/);
      if (code === 0 && flags[0] === '--json') t.notThrows(() => JSON.parse(stdout));
    }
  }
}
