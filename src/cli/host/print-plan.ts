import type { RecordType } from '../../model/index.js';
import { type Counts, describePlace, differenceTypes, type ImportResult, type Plan } from '../../transfer/plan.js';
import type { Output } from '../output/output.js';

type Sources = readonly { name: string }[];

const signs = { added: '+', changed: '~', removed: '-' } as const;

export async function printCounts(
  output: Output,
  { types }: ImportResult,
  sources: Sources,
  plan?: Plan,
): Promise<void> {
  for (const [kind, counts] of Object.entries(types)) {
    if (counts.read + counts.removed + counts.unknown === 0) continue;
    await output.write(`${countsLine(kind, counts)}\n`);
    for (const change of plan ? differenceTypes : []) {
      const some = (await plan?.of(kind as RecordType, change)) ?? [];
      for (const { row, at } of some) {
        const place = at === null ? 'in no file' : describePlace(sources, at);
        await output.write(`  ${signs[change]} ${row} (${place})\n`);
      }
      const more = counts[change] - some.length;
      if (more > 0) await output.write(`  ${signs[change]} and ${more.toLocaleString('en')} more\n`);
    }
  }
}

function countsLine(kind: string, { added, changed, removed, unchanged, renamed, ...rare }: Counts): string {
  const cells = [kind, `${added} added`, `${changed} changed`, `${removed} removed`, `${unchanged} unchanged`];
  const others = (['repeated', 'skipped', 'unknown'] as const).flatMap((name) =>
    rare[name] > 0 ? [`${rare[name]} ${name}`] : [],
  );
  if (renamed > 0) others.push(`${renamed} back under another name, without their old access`);
  return [...cells, ...others].join('\t');
}
