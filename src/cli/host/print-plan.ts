import { quote } from '../../domain/text.js';
import type { RecordType } from '../../model/index.js';
import {
  type Counts,
  describePlace,
  differenceTypes,
  findLine,
  type ImportResult,
  type Plan,
  type PlannedChange,
} from '../../transfer/plan.js';
import type { Output } from '../output/output.js';
import { sanitizeJson } from '../output/sanitize.js';

type Sources = readonly { name: string }[];

/** Maximum characters of a value in an example. */
const VALUE_LENGTH = 40;

const signs = { added: '+', changed: '~', removed: '-' } as const;

export async function printCounts(
  output: Output,
  { types }: ImportResult,
  { json, plan, sources = [] }: { json: boolean; plan?: Plan; sources?: Sources },
): Promise<void> {
  const kinds = Object.entries(types).filter(([, counts]) => counts.read + counts.removed + counts.unknown > 0);
  const examples: object[] = [];
  for (const [kind, counts] of kinds) {
    if (!json) await output.write(`${countsLine(kind, counts)}\n`);
    for (const change of plan ? differenceTypes : []) {
      const some = (await plan?.of(kind as RecordType, change)) ?? [];
      for (const { row, at, fields } of some) {
        const place = at !== null && findLine(sources, at);
        if (json) examples.push({ kind, change, row, ...place, ...(fields.length > 0 && { fields }) });
        else await output.write(`  ${signs[change]} ${describe({ row, at, fields }, sources)}\n`);
      }
      const more = counts[change] - some.length;
      if (!json && more > 0) await output.write(`  ${signs[change]} and ${more.toLocaleString('en')} more\n`);
    }
  }
  const all = { kinds: Object.fromEntries(kinds), ...(plan && { examples }) };
  if (json) await output.write(`${sanitizeJson(JSON.stringify(all))}\n`);
}

function countsLine(kind: string, { added, changed, removed, unchanged, renamed, ...rare }: Counts): string {
  const cells = [kind, `${added} added`, `${changed} changed`, `${removed} removed`, `${unchanged} unchanged`];
  const others = (['kept', 'repeated', 'skipped', 'unknown'] as const).flatMap((name) =>
    rare[name] > 0 ? [`${rare[name]} ${name}`] : [],
  );
  if (renamed > 0) others.push(`${renamed} back under another name, without their old access`);
  return [...cells, ...others].join('\t');
}

function describe({ row, at, fields }: PlannedChange, sources: Sources): string {
  const changes = fields.map((field) => `${field.field} ${show(field.old)} -> ${show(field.new)}`).join(', ');
  return `${row}${changes && `: ${changes}`} (${at === null ? 'in no file' : describePlace(sources, at)})`;
}

function show(value: unknown): string {
  return typeof value === 'object' && value !== null
    ? quote(JSON.stringify(value), VALUE_LENGTH)
    : quote(value, VALUE_LENGTH);
}
