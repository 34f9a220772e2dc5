import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ExecutionContext } from 'ava';
import type { ServerSetup } from '../server.js';
import { withService } from './service.js';

/** A service, and the files of a user who runs batches on it. */
export type BatchWorld = Awaited<ReturnType<typeof withBatches>>;

export async function withBatches(t: ExecutionContext, setup: ServerSetup = {}) {
  const service = await withService(t, { rateLimit: 1e6, ...setup });
  return {
    ...service,
    /** Writes a file, and returns its path. */
    write(name: string, content: string) {
      const path = join(service.home, name);
      writeFileSync(path, content);
      return path;
    },
    /** Returns the assigned and the unassigned uses of each datacard. */
    state: async () => (await service.run(['datacards', '20:1', '--uses'])).stdout,
  };
}

/** Rows of CSV that assign uses of several datacards to several entities. */
export function manyRows(count: number): string {
  const rows = Array.from({ length: count }, (_, index) => {
    const card = ['14:1', '14:2', '14:1', '14:3', '14:2'][index % 5];
    return `${card},${['4:1', '4:2', '5:1'][index % 3]},${1 + (index % 4)}`;
  });
  return `datacard,entity,uses\n${rows.join('\n')}\n`;
}
