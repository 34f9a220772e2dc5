import { z } from 'zod';
import { UNLIMITED } from '../domain/datacard.js';
import { type GalacticTime, toGalacticTime } from '../domain/galactic-time.js';
import { UID_LENGTH, type UidType, uidOf, uidPattern, uidTypes } from '../domain/uid.js';
import { NAME_LENGTH, TEXT_BYTES } from '../model/columns.js';
import { createLinks, type Ref } from './links.js';
import { PREFIX } from './path.js';

/** Unix seconds. */
const EXAMPLE_TIME = 1_718_625_600;

/** @param description the meaning of the field, with its unit */
export function field<Schema extends z.ZodType>(
  schema: Schema,
  description: string,
  example?: z.output<Schema>,
): Schema {
  return schema.meta({ description, ...(example !== undefined && { examples: [example] }) });
}

export function object<Shape extends z.core.$ZodLooseShape>(description: string, shape: Shape) {
  return field(z.strictObject(shape), description);
}

/** The limits of imports. JSON Schema counts characters. */
export const nameText = z.string().max(NAME_LENGTH);
export const text = z.string().max(TEXT_BYTES);

export function uidText(type?: UidType, description = 'The uid of the entity') {
  const pattern = type === undefined ? '\\d+:\\d+' : uidPattern(type);
  return field(
    z
      .string()
      .max(UID_LENGTH)
      .regex(new RegExp(`^${pattern}$`)),
    description,
    uidOf(type ?? 'character', 1),
  );
}

const EXAMPLE_HOST = 'https://svcapi.example';

/** @param path the example's path below the prefix */
export function href(of: string, path: string) {
  return field(z.url(), `The address of ${of}, absolute`, EXAMPLE_HOST + PREFIX + path);
}

export function entityType(example: UidType) {
  const types = z.enum(Object.keys(uidTypes) as UidType[]);
  return field(types, 'The type of the entity, which is the first number of its uid', example);
}

const exampleLinks = createLinks(EXAMPLE_HOST);

/** References from the demo galaxy. */
export const exampleRefs = {
  character: exampleLinks.ref({ uid: '1:1', name: 'Hana Veil' }),
  race: exampleLinks.ref({ uid: '22:2', name: 'Brennick' }),
  faction: exampleLinks.ref({ uid: '20:1', name: 'Meridian Freight Union' }),
  item: exampleLinks.ref({ uid: '12:5', name: 'Star atlas' }),
  facility: exampleLinks.ref({ uid: '4:1', name: 'Veil Point Shipyard' }),
} satisfies { [Type in UidType]?: Ref };

export function refShape({ value, attributes: { uid, href, type } }: Ref) {
  return z.strictObject({
    value: field(nameText, 'The name of the entity', value),
    attributes: object('The identity of the entity; one that the host has removed has no address', {
      uid: field(uidText(), 'The uid of the entity', uid),
      href: field(z.url().optional(), 'The address of the entity, absolute', href),
      type: entityType(type),
    }),
  });
}

export const ref = refShape(exampleRefs.character);

/** An empty element for an entity that does not exist. */
export const nothing = z.strictObject({});

export const unixSeconds = field(z.int().min(0), 'Unix seconds', EXAMPLE_TIME);

const example = toGalacticTime(EXAMPLE_TIME);

const galacticTime = {
  years: field(z.int().min(0), 'Galactic years since Year 0', example.years),
  days: field(z.int().min(1).max(365), 'The day of the galactic year, counted from 1', example.days),
  hours: field(z.int().min(0).max(23), 'Hours of the day', example.hours),
  mins: field(z.int().min(0).max(59), 'Minutes of the hour', example.mins),
  secs: field(z.int().min(0).max(59), 'Seconds of the minute', example.secs),
} satisfies Record<keyof GalacticTime, z.ZodNumber>;

/** Reference, section 2.2. */
export const time = z.strictObject(galacticTime);

/** Reference, section 2.3. */
export const timeResult = z.strictObject({ ...galacticTime, timestamp: unixSeconds });

/** Reference, section 2.7: Unix seconds as a string. */
export const moment = z.strictObject({
  ...galacticTime,
  timestamp: field(z.string().regex(/^\d+$/), 'Unix seconds, as a string', String(EXAMPLE_TIME)),
});
export type Moment = z.infer<typeof moment>;

/** @param timestamp Unix seconds */
export function toMoment(timestamp: number): Moment {
  return Object.assign(toGalacticTime(timestamp), { timestamp: String(timestamp) });
}

/** Boolean attributes are strings in both formats. */
export const flag = z.enum(['true', 'false']);

export function toFlag(value: boolean): 'true' | 'false' {
  return value ? 'true' : 'false';
}

export const size = z.int().min(0);

export const count = object('The length of the list', { count: field(size, 'Items in the list', 1) });

export function list<Name extends string, Item extends z.ZodType>(
  description: string,
  name: Name,
  item: Item,
  items: string,
) {
  const shape = { attributes: count, [name]: field(z.array(item), items) };
  return object(description, shape as { attributes: typeof count } & Record<Name, z.ZodArray<Item>>);
}

export function toList<Name extends string, Item>(name: Name, items: Item[]) {
  const made = { attributes: { count: items.length }, [name]: items };
  return made as { attributes: { count: number } } & Record<Name, Item[]>;
}

/** Lists that are bare arrays in JSON, because clients read them there, with their item names. XML wraps them. */
export const bareLists: ReadonlyMap<string, string> = new Map([['factions', 'faction']]);

export const uses = field(z.int().min(UNLIMITED), `Number of uses; ${UNLIMITED} is unlimited`, 3);

export const datacardRef = z.strictObject({
  attributes: object('The identity of the datacard', {
    uid: uidText('datacard', 'The uid of the datacard'),
    href: href('the datacard', '/datacard/14:1'),
  }),
  entity: field(ref, 'The type of what the datacard lets one produce', exampleRefs.item),
});

/** -1 is unlimited. */
export const use = z.strictObject({
  location: field(ref, 'The production entity that the uses are assigned to', exampleRefs.facility),
  locationowner: field(
    z.union([ref, nothing]),
    'The owner of the production entity; empty if it has none',
    exampleRefs.faction,
  ),
  quantity: field(uses, `Uses at this production entity; ${UNLIMITED} is unlimited`, 3),
});
export type DatacardRef = z.infer<typeof datacardRef>;
export type Use = z.infer<typeof use>;
