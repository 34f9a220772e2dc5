import { basename, join, relative } from 'node:path';
import { packageFolder } from '../../package.js';
import type { Context } from '../context.js';
import { isoDate } from '../output/iso-date.js';
import type { Demo } from './fill-with-demo.js';
import { invitationLink } from './invitation-link.js';

/** Prints a token for the demo galaxy, two commands to try it with, and the way of a player who has no token. */
export async function greet(context: Context, url: string, demo: Demo): Promise<void> {
  const { invitation, program } = demo.account;
  await context.stdout.write(`
A token for ${demo.character} with every permission, ${validity(context, demo)}:

  export TOKEN=${demo.token}

Two commands to try, in another terminal:

  curl -H "Authorization: Bearer $TOKEN" ${url}/ws/v2.0/character
  curl -H "Authorization: Bearer $TOKEN" -d production_entity_uid=${demo.location} -d uses=3 ${url}/ws/v2.0/datacard/${demo.datacard}

The way of a player: ${invitation === undefined ? 'sign in' : `choose a password for ${demo.character}`}, then let a program or the command line act for the character.

  ${invitation === undefined ? `${url}/ws/v2.0/account` : invitationLink(url, invitation)}
  node ${fileToRun('examples/sign-in.mjs')} ${url} ${program}
  ${svcapiCommand()} login --url ${url}

`);
}

/** Returns how to start this program from the present folder: `svcapi` if it was started so. */
function svcapiCommand(): string {
  return basename(process.argv[1] ?? '') === 'svcapi' ? 'svcapi' : `node ${fileToRun('dist/svcapi.cjs')}`;
}

/** Returns the path of a file of the package, quoted for a shell where it must be. */
function fileToRun(path: string): string {
  const whole = join(packageFolder(), path);
  const short = relative(process.cwd(), whole);
  const shown = short.startsWith('..') ? whole : short;
  return /^[\w./-]+$/.test(shown) ? shown : `'${shown.replaceAll("'", "'\\''")}'`;
}

function validity(context: Context, { tokenExpiresAt }: Demo): string {
  const days = (tokenExpiresAt - context.now()) / 86_400;
  return days <= 30 ? 'valid for 30 days' : `valid until ${isoDate(tokenExpiresAt).slice(0, 10)}`;
}
