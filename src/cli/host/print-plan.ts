import type { RecordType } from '../../model/index.js';
import type { Counts, ImportResult, Plan } from '../../transfer/import.js';
import type { Output } from '../output/output.js';

/** Prints a line with the counts of each kind, and with a plan some of the rows that would change. */
export async function printCounts(output: Output, { types }: ImportResult, plan?: Plan): Promise<void> {
  for (const [kind, counts] of Object.entries(types)) {
    if (counts.read + counts.removed === 0) continue;
    await output.write(`${countsLine(kind, counts)}\n`);
    if (!plan) continue;
    const examples = await plan.examples(kind as RecordType);
    for (const { sign, row, place } of examples) await output.write(`  ${sign} ${row} (${place})\n`);
    const more = counts.added + counts.changed + counts.removed - examples.length;
    if (more > 0) await output.write(`  and ${more.toLocaleString('en')} more\n`);
  }
}

function countsLine(kind: string, { added, changed, removed, unchanged, renamed, repeated, skipped }: Counts): string {
  const cells = [kind, `${added} added`, `${changed} changed`, `${removed} removed`, `${unchanged} unchanged`];
  if (repeated > 0) cells.push(`${repeated} repeated`);
  if (skipped > 0) cells.push(`${skipped} skipped`);
  if (renamed > 0) cells.push(`${renamed} back under another name, without their old access`);
  return cells.join('\t');
}
