import { spawnSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '../folder.js';
import { needs } from '../needs.js';
import { type Program, startProgram } from './program.js';

/** Becomes the user nobody, which every Linux has under this number. */
const AS_NOBODY = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'];

/** A test of another user: skipped where this one is not root, or keeps Node.js or the temporary folder from others. */
export const asOther = needs('root', canBecomeNobody());

function canBecomeNobody(): boolean {
  const [setpriv = '', ...args] = AS_NOBODY;
  const look = ['-e', 'require("node:fs").accessSync(process.argv[1])', tmpdir()];
  return spawnSync(setpriv, [...args, process.execPath, ...look], { cwd: '/' }).status === 0;
}

/** The parts of the package that the program needs to look at a SQLite database. */
const PARTS = [
  'package.json',
  'dist/svcapi.cjs',
  'dist/chunks',
  'node_modules/@photostructure',
  'node_modules/node-gyp-build',
];

/** Starts the real program as nobody, from a copy: others may be kept from the checkout. */
export function startAsNobody(argv: readonly string[], env: Record<string, string> = {}): Program {
  const root = fileURLToPath(new URL('../../../../', import.meta.url));
  const copy = temporaryFolder();
  for (const part of PARTS) cpSync(join(root, part), join(copy, part), { recursive: true, dereference: true });
  spawnSync('chmod', ['-R', 'go+rX', copy]);
  return startProgram(
    argv,
    { HOME: '/nonexistent', ...env },
    { before: AS_NOBODY, program: join(copy, 'dist/svcapi.cjs'), cwd: '/' },
  );
}
