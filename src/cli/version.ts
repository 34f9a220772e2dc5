import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The version of this package, from the nearest package.json above, since bundled and plain code lie at different depths. */
export function packageVersion(): string {
  for (let folder = import.meta.dirname; ; folder = dirname(folder)) {
    try {
      return (JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }).version;
    } catch (error) {
      if (folder === dirname(folder)) throw error;
    }
  }
}
