import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ExecutionContext } from 'ava';
import { loadRows } from '../load-rows.js';
import type { ServerSetup } from '../server.js';
import { type Service, withService } from './service.js';

/** Rows of CSV, some of which the service refuses. */
export const ROWS = `\
datacard,entity,uses
14:1,4:1,3
14:1,4:1,3
14:2,5:1,unlimited
14:3,4:2,7
14:9,4:1,1
14:1,4:99,1
14:1,4:2,94
`;

/** The results of `ROWS`: 14:3 has six uses left, 14:9 and 4:99 do not exist, and the last row takes the rest of 14:1. */
export const LINES = `\
2	14:1	4:1	3	done	0	3	
3	14:1	4:1	3	done	3	6	
4	14:2	5:1	-1	done	0	-1	
5	14:3	4:2	7	failed			not_enough_uses
6	14:9	4:1	1	failed			not_found
7	14:1	4:99	1	failed			not_found
8	14:1	4:2	94	done	0	94	
`;

/** A server with two more datacards of the Guild, and the files of a user who runs batches on it. */
export interface BatchWorld extends Service {
  /** Writes a file, and returns its path. */
  write(name: string, content: string): string;
  /** Returns the assigned and the unassigned uses of each datacard, as the service shows them. */
  state(): Promise<unknown>;
  /** The lines of what is recorded as done for a file. */
  done(name: string): string[];
}

/** Datacards of the Guild: some that can run out, and one that cannot. */
const CARDS = ['14:1', '14:2', '14:3', '14:5', '14:6'];

export async function withBatches(t: ExecutionContext, setup: ServerSetup = {}): Promise<BatchWorld> {
  const service = await withService(t, { rateLimit: 1e6, ...setup });
  await loadRows(service.server.store, 'datacard', [
    { uid: '14:5', owner_uid: '20:1', entity_uid: '2:1', total_uses: 700, assignments: [] },
    { uid: '14:6', owner_uid: '20:1', entity_uid: '2:2', total_uses: 90, assignments: [] },
  ]);
  return {
    ...service,
    write(name, content) {
      const path = join(service.home, name);
      mkdirSync(service.home, { recursive: true });
      writeFileSync(path, content);
      return path;
    },
    async state() {
      const cards = [];
      for (const uid of CARDS) {
        const { uses, assignedlocations } = (await service.server.call(`/datacard/${uid}`)).json.svcapi.datacard;
        const assigned = assignedlocations.assignedlocation.map(
          (use: { location: { attributes: { uid: string } }; quantity: number }) => [
            use.location.attributes.uid,
            use.quantity,
          ],
        );
        cards.push({ uid, uses, assigned: Object.fromEntries(assigned) });
      }
      return cards;
    },
    done: (name) =>
      readFileSync(join(service.home, `${name}.done`), 'utf8')
        .trim()
        .split('\n')
        .slice(1),
  };
}

/** Rows of CSV that assign, in an order that matters: some datacards run out on the way. */
export function manyRows(count: number): string {
  const entities = ['4:1', '4:2', '5:1'];
  const rows = Array.from({ length: count }, (_, index) => {
    const card = ['14:5', '14:2', '14:5', '14:6', '14:1'][index % 5];
    return `${card},${entities[index % 3]},${1 + (index % 4)}`;
  });
  return `datacard,entity,uses\n${rows.join('\n')}\n`;
}
