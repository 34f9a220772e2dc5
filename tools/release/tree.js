import { existsSync } from 'node:fs';
import { chmod, copyFile, cp, lutimes, mkdir, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { scripts } from '../../dist/src/cli/completion/scripts.js';
import { addNode, NODES } from './node-binary.js';
import { FILE_MODE, FOLDER_MODE, PROGRAM_MODE, run } from './run.js';

/** Starts the program with the Node.js beside it, from wherever its folder is, also through a symbolic link. */
const START = `#!/bin/sh
self=$0
while [ -h "$self" ]; do
  link=$(readlink -- "$self")
  case $link in
    /*) self=$link ;;
    *) self=\${self%/*}/$link ;;
  esac
done
lib=\${self%/*}/../lib
exec "$lib/node" "$lib/svcapi/dist/svcapi.cjs" "$@"
`;

/** Starts it on Windows. */
const START_ON_WINDOWS = '@"%~dp0lib\\node.exe" "%~dp0lib\\svcapi\\dist\\svcapi.cjs" %*\r\n';

/** The places below a prefix in which shells look for completions. */
const COMPLETIONS = {
  bash: 'share/bash-completion/completions/svcapi',
  zsh: 'share/zsh/site-functions/_svcapi',
  fish: 'share/fish/vendor_completions.d/svcapi.fish',
};

/**
 * Builds the folder of the program with its own Node.js: bin/, lib/ and share/, as below a prefix such as /usr/local.
 *
 * @param tarball the package of the program
 * @param work a folder for what is downloaded and installed, which several trees share
 */
export async function buildTree(tree, tarball, work) {
  const program = await addProgram(tree, tarball, work, 'linux-x64', NODES.linux);
  await mkdir(join(tree, 'bin'));
  await writeFile(join(tree, 'bin/svcapi'), START, { mode: PROGRAM_MODE });
  await mkdir(join(tree, 'share/man'), { recursive: true });
  await rename(join(program, 'man'), join(tree, 'share/man/man1'));
  for (const [shell, target] of Object.entries(COMPLETIONS)) {
    await mkdir(join(tree, target, '..'), { recursive: true });
    await writeFile(join(tree, target), scripts[shell]);
  }
  await setModes(tree);
}

/** Builds the folder for Windows: svcapi.cmd, and lib/ with Node.js and the program. */
export async function buildWindowsTree(tree, tarball, work) {
  const program = await addProgram(tree, tarball, work, 'win32-x64', NODES.windows);
  await rm(join(program, 'man'), { recursive: true });
  await writeFile(join(tree, 'svcapi.cmd'), START_ON_WINDOWS);
  await setModes(tree);
}

/**
 * Adds lib/ with the program and Node.js, and the documents that are beside it.
 *
 * @param machine the one whose native code is kept, such as `linux-x64`
 * @returns the folder of the program
 */
async function addProgram(tree, tarball, work, machine, node) {
  const lib = join(tree, 'lib');
  const program = join(lib, 'svcapi');
  await cp(await installProgram(tarball, work), program, { recursive: true });
  const prebuilds = join(program, 'node_modules/@photostructure/sqlite/prebuilds');
  for (const name of await readdir(prebuilds)) {
    if (name !== machine) await rm(join(prebuilds, name), { recursive: true });
  }
  await addNode(node, lib, work);
  for (const name of ['LICENSE', 'README.md', 'CHANGELOG.md']) await copyFile(join(program, name), join(tree, name));
  return program;
}

/** Files that packages contain beside their program: settings of editors, types, sources in C, and builds for other C libraries. */
const NEVER_RUN = [/^\../, /\.(map|[cm]?ts|c|cc|h|gyp|gypi|html|sh|markdown)$/, /^tests?$/, /\.musl\.node$/];

/** Unpacks the program, and installs the packages that it loads, in the versions of the lock file; once for all trees. */
async function installProgram(tarball, work) {
  const program = join(work, 'program');
  if (existsSync(program)) return program;
  await mkdir(program);
  run('tar', ['xf', tarball, '--strip-components=1', '-C', program]);
  await cp('package-lock.json', join(program, 'package-lock.json'));
  run('npm', ['ci', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline', '--silent'], {
    cwd: program,
  });
  await rm(join(program, 'package-lock.json'));
  const modules = join(program, 'node_modules');
  await rm(join(modules, '.package-lock.json'));
  await rm(join(modules, '.bin'), { recursive: true, force: true });
  for (const entry of await readdir(modules, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (NEVER_RUN.some((form) => form.test(entry.name))) await rm(path, { recursive: true, force: true });
    // A file may be gone with its folder.
    else if (entry.isFile() && existsSync(path)) await chmod(path, FILE_MODE);
  }
  return program;
}

/** Gives every file and folder of a tree the modes of a release. */
export async function setModes(tree) {
  await chmod(tree, FOLDER_MODE);
  for (const entry of await readdir(tree, { recursive: true, withFileTypes: true })) {
    if (entry.isSymbolicLink()) continue;
    const path = join(entry.parentPath, entry.name);
    const isProgram = entry.isDirectory() || ((await stat(path)).mode & 0o100) !== 0;
    await chmod(path, isProgram ? PROGRAM_MODE : FILE_MODE);
  }
}

/** Gives everything the time of the commit: dpkg-deb only replaces later times. */
export async function setTimes(root, epoch) {
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    await (entry.isSymbolicLink() ? lutimes : utimes)(path, epoch, epoch);
  }
  await utimes(root, epoch, epoch);
}
