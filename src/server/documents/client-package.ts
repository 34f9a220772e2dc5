import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageFolder, packageVersion } from '../../package.js';
import { PREFIX } from '../../routes/path.js';
import type { Document } from './representation.js';

/** Returns the client that fits this service, as a package for npm, and the redirect to it. The build packs it. */
export function clientPackage(): [path: string, build: () => Document][] {
  const name = `svcapi-client-${packageVersion()}.tgz`;
  const file = join(packageFolder(), 'dist/client', name);
  if (!existsSync(file)) return [];
  const body = readFileSync(file);
  const headers = { 'Cache-Control': 'public, no-cache' };
  return [
    [`${PREFIX}/${name}`, () => ({ type: 'application/gzip', body, headers })],
    [`${PREFIX}/svcapi-client.tgz`, () => ({ type: 'text/plain', body: '', location: name })],
  ];
}
