import { quote } from '../../domain/text.js';
import type { RecordType } from '../../model/index.js';
import {
  type Counts,
  describePlace,
  differenceTypes,
  findLine,
  type Plan,
  type PlannedChange,
} from '../../transfer/plan.js';
import type { Output } from '../output/output.js';
import { sanitizeJson } from '../output/sanitize.js';

type Sources = readonly { name: string }[];

/** The longest value of a field in an example, in characters. */
const VALUE_LENGTH = 40;

const signs = { added: '+', changed: '~', removed: '-' } as const;

/** Prints the counts of each kind that occurs, one line each. */
export async function printCounts(output: Output, types: Readonly<Record<string, Counts>>): Promise<void> {
  for (const [kind, counts] of occurring(types)) await output.write(`${countsLine(kind, counts)}\n`);
}

/** Prints the counts of an import as JSON. */
export async function printCountsAsJson(output: Output, types: Readonly<Record<string, Counts>>): Promise<void> {
  await output.write(`${JSON.stringify({ kinds: Object.fromEntries(occurring(types)) })}\n`);
}

/** Prints a plan for people: the counts of each kind, and below them some examples of each kind of change. */
export async function printPlan(output: Output, plan: Plan, sources: Sources): Promise<void> {
  for (const [kind, counts] of occurring(plan.result.types)) {
    await output.write(`${countsLine(kind, counts)}\n`);
    for (const change of differenceTypes) {
      const examples = await plan.of(kind as RecordType, change);
      for (const each of examples) await output.write(`  ${signs[change]} ${describe(each, sources)}\n`);
      const more = counts[change] - examples.length;
      if (more > 0) await output.write(`  ${signs[change]} and ${more.toLocaleString('en')} more\n`);
    }
  }
}

/** Prints the counts and the examples of a plan as JSON. */
export async function printPlanAsJson(output: Output, plan: Plan, sources: Sources): Promise<void> {
  const kinds = occurring(plan.result.types);
  const examples: object[] = [];
  for (const [kind] of kinds) {
    for (const change of differenceTypes) {
      for (const { row, at, fields } of await plan.of(kind as RecordType, change)) {
        examples.push({
          kind,
          change,
          row,
          ...(at !== null && findLine(sources, at)),
          ...(fields.length > 0 && { fields }),
        });
      }
    }
  }
  await output.write(`${sanitizeJson(JSON.stringify({ kinds: Object.fromEntries(kinds), examples }))}\n`);
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

function occurring(types: Readonly<Record<string, Counts>>): [kind: string, counts: Counts][] {
  return Object.entries(types).filter(([, { read, removed, unknown }]) => read > 0 || removed > 0 || unknown > 0);
}
