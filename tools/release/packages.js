import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from './run.js';

/**
 * Packs the packages as npm publishes them, into a folder. The scripts of the package have run before.
 *
 * @param out the folder
 * @param work a folder for what is unpacked
 * @param repository the address of the repository, which the packages then name; undefined if they name none
 * @returns the paths of the tarballs: that of the program, then that of the client
 */
export async function packPackages(out, work, repository) {
  const fields = repository === undefined ? [] : addressesOf(repository);
  const tarballs = [];
  for (const folder of ['.', './dist/svcapi-client']) {
    if (repository === undefined) tarballs.push(pack(folder, out));
    else {
      const tarball = pack(folder, work);
      const unpacked = tarball.replace(/\.tgz$/, '');
      await mkdir(unpacked);
      run('tar', ['xf', tarball, '--strip-components=1', '-C', unpacked]);
      run('npm', ['pkg', 'set', ...fields], { cwd: unpacked });
      tarballs.push(pack(unpacked, out));
    }
  }
  return tarballs;
}

function pack(folder, out) {
  const [{ filename }] = JSON.parse(
    run('npm', ['pack', folder, '--ignore-scripts', '--json', '--pack-destination', out]),
  );
  return join(out, filename);
}

/**
 * Returns the fields of a package that lead to its repository, for `npm pkg set`.
 *
 * @throws for an address that is none of the web
 */
export function addressesOf(repository) {
  const address = repository.replace(/(\/|\.git)+$/, '');
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol)) {
    throw new Error(
      `--repository is “${repository}”; give the address of its page, such as https://example.org/team/svcapi`,
    );
  }
  const url = `git+${address}.git`;
  return ['repository.type=git', `repository.url=${url}`, `homepage=${address}#readme`, `bugs.url=${address}/issues`];
}
