import { join } from 'node:path';
import { run } from './run.js';

/**
 * Packs the packages as npm publishes them, into a folder. The scripts of the package have run before.
 *
 * @returns the paths of the tarballs: that of the program, then that of the client
 */
export function packPackages(out) {
  return ['.', './dist/svcapi-client'].map((folder) => {
    const packed = run('npm', ['pack', folder, '--ignore-scripts', '--json', '--pack-destination', out]);
    return join(out, JSON.parse(packed)[0].filename);
  });
}
