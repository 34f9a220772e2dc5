import { mkdir, readFile, writeFile } from 'node:fs/promises';
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
  const tarballs = [];
  for (const folder of ['.', './dist/svcapi-client']) {
    tarballs.push(
      repository === undefined ? pack(folder, out) : await packWith(addressesOf(repository), folder, out, work),
    );
  }
  return tarballs;
}

function pack(folder, out) {
  const args = ['pack', folder, '--ignore-scripts', '--json', '--pack-destination', out];
  const [{ filename }] = JSON.parse(run('npm', args));
  return join(out, filename);
}

/** Packs a package with further fields of its package.json, which the checkout does not have. */
async function packWith(fields, folder, out, work) {
  const tarball = pack(folder, work);
  const unpacked = tarball.replace(/\.tgz$/, '');
  await mkdir(unpacked);
  run('tar', ['xf', tarball, '--strip-components=1', '-C', unpacked]);
  const path = join(unpacked, 'package.json');
  const manifest = JSON.parse(await readFile(path, 'utf8'));
  await writeFile(path, `${JSON.stringify({ ...manifest, ...fields }, null, 2)}\n`);
  return pack(unpacked, out);
}

/**
 * Returns the fields of a package that lead to its repository.
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
  return {
    repository: { type: 'git', url: `git+${address}.git` },
    homepage: `${address}#readme`,
    bugs: { url: `${address}/issues` },
  };
}
