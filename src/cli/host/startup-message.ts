import { join, relative } from 'node:path';
import { packageFolder } from '../../package.js';
import type { OpenSandbox } from '../../sandbox/open-sandbox.js';
import type { Context } from '../context.js';
import { isoDate } from '../output/dates.js';
import { curlOf, postJson, quoteWord, shellOf, tokenVariable } from '../shell.js';
import { type Demo, demoProgram } from './demo.js';
import { invitationLink } from './find-account.js';

export async function greet(context: Context, url: string, { token, tokenExpiresAt, invitation }: Demo): Promise<void> {
  const { demoCharacter, demoUids } = await import('../../demo/load-demo.js');
  const { name } = demoCharacter;
  const shell = shellOf(context.io);
  const variable = tokenVariable(shell, token);
  const curl = `${curlOf(shell)} -H "Authorization: Bearer ${variable.get}"`;
  const run = (path: string) => `node ${quoteWord(shell, pathTo(path))}`;
  // Not in a checkout: npm has installed it, or a release.
  const isInstalled = /(?:^|[\\/])(?:svcapi|(?:node_modules|lib)[\\/]svcapi[\\/]dist[\\/]svcapi\.cjs)$/.test(
    process.argv[1] ?? '',
  );
  const days = (tokenExpiresAt - context.now()) / 86_400;
  await context.stdout.write(`
A token for ${name} with every permission, valid ${days <= 30 ? 'for 30 days' : `until ${isoDate(tokenExpiresAt).slice(0, 10)}`}:

  ${variable.set}

Two commands to try, in another terminal:

  ${curl} ${url}/ws/v2.0/character
  ${curl} -d production_entity_uid=${demoUids.facility} -d uses=3 ${url}/ws/v2.0/datacard/${demoUids.datacard}

The way of a player: ${invitation === undefined ? 'sign in' : `choose a password for ${name}`}, then let a program or the command line act for the character.

  ${invitation === undefined ? `${url}/ws/v2.0/account` : invitationLink(url, invitation)}
  ${run('examples/sign-in.mjs')} ${url} ${demoProgram.id}
  ${isInstalled ? 'svcapi' : run('dist/svcapi.cjs')} login --url ${url}

`);
}

/** Returns the path of a file of the package. */
function pathTo(path: string): string {
  const whole = join(packageFolder(), path);
  const short = relative(process.cwd(), whole);
  return short.startsWith('..') ? whole : short;
}

export async function greetSandbox(context: Context, { url, token, sandbox }: OpenSandbox): Promise<void> {
  const shell = shellOf(context.io);
  await context.stdout.write(`svcapi listens on ${url} as a sandbox: its clock stands still, and any program on this machine controls it

It is ${sandbox.clock().cgt} there. A token for the first character with every permission:

  ${tokenVariable(shell, token).set}

Control it, in another terminal:

  ${postJson(shell, '{"advance":"2h"}', `${url}/sandbox/clock`)}
  ${postJson(shell, '{"route":"GET /character","code":"unavailable","times":1}', `${url}/sandbox/faults`)}

`);
}
