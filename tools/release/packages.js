import { join } from 'node:path';
import { run } from './run.js';

/**
 * Packs the packages as npm publishes them, into a folder. The scripts of the package have run before.
 *
 * @returns the paths of the tarballs: that of the program, then that of the client
 */
export function packPackages(out) {
  return ['.', './dist/svcapi-client'].map((folder) => {
    const args = ['pack', folder, '--ignore-scripts', '--json', '--pack-destination', out];
    const [{ filename }] = JSON.parse(run('npm', args));
    return join(out, filename);
  });
}
