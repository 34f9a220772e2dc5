import { z } from 'zod';
import { formatCgt } from '../src/domain/galactic-time.js';
import { uidTypes } from '../src/domain/uid.js';
import type { ColumnOptions } from '../src/model/column.js';
import { type RecordType, recordModels } from '../src/model/index.js';
import { recordFormat, removalFormat } from '../src/model/record-format.js';

/** The last column of a line of prose. */
const COLUMNS = 120;

/**
 * Renews what the page of the import format has from the models: the types of uids, the fields of each kind, and those of a removal.
 * The rest stays, and so does the remark on a field, after its semicolon.
 */
export function importFormatPage(page: string): string {
  const types = Object.entries(uidTypes).map(([type, number]) => `${number} ${wordOf(type)}`);
  return page
    .replace(/^Types of uids: .*?\n\n/ms, `${wrap(`Types of uids: ${types.join(', ')}.`, '')}\n\n`)
    .replace(/(\n### (\w+)\n.*?)(- `.*?)(?=\n\n)/gs, (_, before: string, kind: RecordType, list: string) => {
      return before + fieldList(kind, remarksOf(list));
    })
    .replace(/^(\| `\w+`.*? \|) [^|]*\|/gm, (_, kinds: string) => `${kinds} ${removalFields(kinds)}|`);
}

/** Returns the remark on each field of a list. */
function remarksOf(list: string): Map<string, string> {
  const items = list.split(/\n(?=- )/).map((item) => item.replaceAll(/\n */g, ' '));
  return new Map(
    items.flatMap((item) => {
      const [, names, remark = ''] = /^- ((?:`\w+`(?:, )?)+).*?(; .*)?$/.exec(item) ?? [];
      return codesIn(names).map((name) => [name, remark]);
    }),
  );
}

/** Fields that follow each other with the same text are on one line. */
function fieldList(kind: RecordType, remarks: Map<string, string>): string {
  const lines: { names: string[]; text: string }[] = [];
  const { fields } = recordModels[kind];
  const options = new Map(Object.entries(fields).map(([name, field]) => [field.options.field ?? name, field.options]));
  for (const [name, schema] of Object.entries(recordFormat(fields).schema.shape)) {
    const text = describe(schema, options.get(name) ?? {}) + (remarks.get(name) ?? '');
    if (lines.at(-1)?.text === text) lines.at(-1)?.names.push(name);
    else lines.push({ names: [name], text });
  }
  return lines.map(({ names, text }) => wrap(`- ${names.map(code).join(', ')}${text}`, '  ')).join('\n');
}

/** Describes the default of a field, its values, and whether an import changes it. */
function describe(schema: z.ZodType, { defaultsToNow, references, toField, update }: Partial<ColumnOptions>): string {
  const { data } = schema.safeParse(undefined);
  const type = typeOf(schema);
  const isTime = type === 'time' && typeof data === 'number';
  const value = isTime ? formatCgt(data).split(',')[0] : code(JSON.stringify(toField ? toField(data) : data));
  const standard = defaultsToNow ? ' (now)' : data === undefined ? '' : ` (${value})`;
  const kept = { never: ', kept', once: ', kept once set', always: '' }[update ?? 'always'];
  return `${standard}: ${type === 'name' && references ? `${references.slice(0, -1)} id` : type}${kept}`;
}

/** Returns the type of a field, by its schema and by what the schema says about wrong values. */
function typeOf(schema: z.ZodType): string {
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  const [type, ...others] = (json.anyOf ?? [json]).flatMap(({ type }) => type ?? []).filter((type) => type !== 'null');
  const problem = (value: unknown) => schema.safeParse(value).error?.issues[0]?.message ?? '';
  if (others.length > 0) return 'time';
  if (json.enum) return or(json.enum.map(code));
  if (type === 'boolean') return 'flag';
  if (type === 'number') return numberType(problem(-2), problem(Number.MAX_SAFE_INTEGER));
  if (type === 'array') return `list of ${itemType(json.items as typeof json)}`;
  const uids = [...problem('?').matchAll(/:NUMBER” \((\w+)\)/g)].map(([, name = '']) => wordOf(name));
  if (uids.length > 0) return `${or(uids)} uid`;
  if (problem('?') !== '') return 'hash';
  if (problem('') === '') return 'text';
  return problem('1:1') === '' ? 'name' : 'unique name';
}

function itemType({ enum: words, properties }: z.core.JSONSchema.JSONSchema): string {
  if (properties) return `objects with ${Object.keys(properties).map(code).join(' and ')}`;
  return words ? words.map(code).join(', ') : 'texts';
}

function numberType(tooLow: string, tooHigh: string): string {
  const [, least] = /at least (-?\d+)/.exec(tooLow) ?? [];
  const [, most] = /at most (\d+)/.exec(tooHigh) ?? [];
  if (tooLow.includes('unlimited') || least === '-1') return `uses from ${Math.max(Number(least), 0)}`;
  if (least === '0') return 'count';
  return `number${least ? ` from ${least}` : ''}${most ? ` to ${most}` : ''}`;
}

/** Returns the cell with the fields that removals of these kinds have. */
function removalFields(kinds: string): string {
  const texts = codesIn(kinds).map((kind) => {
    const model = recordModels[kind as RecordType];
    const names = Object.keys(removalFormat(model).schema.shape).filter((name) => name !== 'removed');
    return model.permanent ? '' : names.map(code).join(', ');
  });
  const cell = [...new Set(texts)].join('; ');
  return cell === '' ? '' : `${cell} `;
}

const code = (text: unknown) => `\`${text}\``;
const codesIn = (text = '') => [...text.matchAll(/`(\w+)`/g)].map(([, name = '']) => name);
const wordOf = (type: string) => (type === 'npc' ? 'NPC' : type);
const or = (words: readonly string[]) => words.join(', ').replace(/, ([^,]*)$/, ' or $1');

function wrap(text: string, indentation: string): string {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = `${lines.at(-1)} ${word}`.replace(/^ (?=\S)/, '');
    if ([...line].length <= COLUMNS) lines[lines.length - 1] = line;
    else lines.push(indentation + word);
  }
  return lines.join('\n');
}
