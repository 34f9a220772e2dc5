import { quote } from '../../domain/printable.js';
import type { Counts } from '../../transfer/import-result.js';
import type { Places } from '../../transfer/places.js';
import { differenceTypes, type Plan, type PlannedChange, plannedKinds } from '../../transfer/plan.js';
import type { Output } from '../output/output.js';
import { sanitizeJson } from '../output/sanitize.js';

/** The number of examples of each kind of change. */
const EXAMPLES = 10;

/** The longest value of a field in an example, in characters. */
const VALUE_LENGTH = 40;

const signs = { added: '+', changed: '~', removed: '-' } as const;

/** Prints the counts of each kind that occurs, one line each. */
export async function printCounts(output: Output, types: Readonly<Record<string, Counts>>): Promise<void> {
  for (const [kind, counts] of Object.entries(types)) {
    if (occurs(counts)) await output.write(`${countsLine(kind, counts)}\n`);
  }
}

/** Prints a plan for people: the counts of each kind, and below them some examples of each kind of change. */
export async function printPlan(output: Output, plan: Plan, places: Places): Promise<void> {
  for (const kind of plannedKinds) {
    const counts = plan.result.types[kind];
    if (!occurs(counts)) continue;
    await output.write(`${countsLine(kind, counts)}\n`);
    for (const change of differenceTypes) {
      for await (const planned of plan.of(kind, change, EXAMPLES))
        await output.write(`  ${describe(planned, places)}\n`);
      const more = counts[change] - EXAMPLES;
      if (more > 0) await output.write(`  ${signs[change]} and ${more.toLocaleString('en')} more\n`);
    }
  }
}

/** Prints a plan with all of its changes as one JSON document, one change a line and in bounded memory. */
export async function printPlanAsJson(output: Output, plan: Plan, places: Places): Promise<void> {
  await output.write(`{"kinds":${JSON.stringify(occurring(plan.result.types))},\n"changes":[`);
  let before = '\n';
  for (const kind of plannedKinds) {
    for (const change of differenceTypes) {
      for await (const planned of plan.of(kind, change)) {
        await output.write(before + sanitizeJson(JSON.stringify(toJson(planned, places))));
        before = ',\n';
      }
    }
  }
  await output.write(`${before === '\n' ? '' : '\n'}]}\n`);
}

/** Prints the counts of an import as JSON. */
export async function printCountsAsJson(output: Output, types: Readonly<Record<string, Counts>>): Promise<void> {
  await output.write(`${JSON.stringify({ kinds: occurring(types) })}\n`);
}

function countsLine(kind: string, { added, changed, removed, unchanged, ...rare }: Counts): string {
  const cells = [kind, `${added} added`, `${changed} changed`, `${removed} removed`, `${unchanged} unchanged`];
  const others = (['kept', 'repeated', 'skipped', 'unknown'] as const).flatMap((name) =>
    rare[name] > 0 ? [`${rare[name]} ${name}`] : [],
  );
  return [...cells, ...others].join('\t');
}

function describe({ change, row, at, fields }: PlannedChange, places: Places): string {
  const changes = fields.map((field) => `${field.field} ${show(field.old)} -> ${show(field.new)}`).join(', ');
  return `${signs[change]} ${row}${changes && `: ${changes}`} (${at === null ? 'in no file' : places.describe(at)})`;
}

function show(value: unknown): string {
  return typeof value === 'object' && value !== null
    ? quote(JSON.stringify(value), VALUE_LENGTH)
    : quote(value, VALUE_LENGTH);
}

function toJson({ kind, change, at, identity, fields }: PlannedChange, places: Places) {
  const changes = fields.map(({ field, ...values }) => [field, values]);
  return {
    kind,
    change,
    ...identity,
    ...(at !== null && places.find(at)),
    ...(change === 'changed' && { fields: Object.fromEntries(changes) }),
  };
}

function occurring(types: Readonly<Record<string, Counts>>) {
  return Object.fromEntries(Object.entries(types).filter(([, counts]) => occurs(counts)));
}

function occurs({ read, removed, unknown }: Counts): boolean {
  return read > 0 || removed > 0 || unknown > 0;
}
