import { basename, join, relative } from 'node:path';
import { packageFolder } from '../../package.js';
import type { OpenSandbox } from '../../sandbox/open-sandbox.js';
import type { Context } from '../context.js';
import { isoDate } from '../output/dates.js';
import { type Demo, demoProgram } from './demo.js';
import { invitationLink } from './find-account.js';

export async function greet(context: Context, url: string, { token, tokenExpiresAt, invitation }: Demo): Promise<void> {
  const { demoCharacter, demoUids } = await import('../../demo/load-demo.js');
  const { name } = demoCharacter;
  const days = (tokenExpiresAt - context.now()) / 86_400;
  await context.stdout.write(`
A token for ${name} with every permission, valid ${days <= 30 ? 'for 30 days' : `until ${isoDate(tokenExpiresAt).slice(0, 10)}`}:

  export TOKEN=${token}

Two commands to try, in another terminal:

  curl -H "Authorization: Bearer $TOKEN" ${url}/ws/v2.0/character
  curl -H "Authorization: Bearer $TOKEN" -d production_entity_uid=${demoUids.facility} -d uses=3 ${url}/ws/v2.0/datacard/${demoUids.datacard}

The way of a player: ${invitation === undefined ? 'sign in' : `choose a password for ${name}`}, then let a program or the command line act for the character.

  ${invitation === undefined ? `${url}/ws/v2.0/account` : invitationLink(url, invitation)}
  node ${fileToRun('examples/sign-in.mjs')} ${url} ${demoProgram.id}
  ${basename(process.argv[1] ?? '') === 'svcapi' ? 'svcapi' : `node ${fileToRun('dist/svcapi.cjs')}`} login --url ${url}

`);
}

/** Returns the path of a file of the package, quoted for a shell. */
function fileToRun(path: string): string {
  const whole = join(packageFolder(), path);
  const short = relative(process.cwd(), whole);
  const shown = short.startsWith('..') ? whole : short;
  return /^[\w./-]+$/.test(shown) ? shown : `'${shown.replaceAll("'", "'\\''")}'`;
}

export async function greetSandbox(context: Context, { url, token, sandbox }: OpenSandbox): Promise<void> {
  await context.stdout.write(`svcapi listens on ${url} as a sandbox: its clock stands still, and any program on this machine controls it

It is ${sandbox.clock().cgt} there. A token for the first character with every permission:

  export TOKEN=${token}

Control it, in another terminal:

  curl --json '{"advance":"2h"}' ${url}/sandbox/clock
  curl --json '{"route":"GET /character","code":"unavailable","times":1}' ${url}/sandbox/faults

`);
}
