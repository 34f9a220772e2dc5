import { z } from 'zod';
import { UNLIMITED } from '../domain/datacard.js';
import { type GalacticTime, toGalacticTime } from '../domain/galactic-time.js';
import { type UidType, uidPattern, uidTypes } from '../domain/uid.js';

/** Shapes that several resources share. Wire contract, “Formats”. */

/** The uid of an entity, of a given type or of any. */
export function uidText(type?: UidType) {
  return z.string().regex(new RegExp(`^${type === undefined ? '\\d+:\\d+' : uidPattern(type)}$`));
}

/** An absolute address. */
export const href = z.url();

/** The type of an entity, by its name. */
export const entityType = z.enum(Object.keys(uidTypes) as UidType[]);

/** An entity that an answer refers to. */
export const ref = z.strictObject({
  value: z.string().describe('The name of the entity'),
  attributes: z.strictObject({ uid: uidText(), href, type: entityType }),
});
export type Ref = z.infer<typeof ref>;

/** An empty element, in the place of an entity that does not exist. */
export const nothing = z.strictObject({});

/** A time as Unix seconds. */
export const unixSeconds = z.int().min(0).describe('Unix seconds');

const galacticTime = {
  years: z.int().min(0),
  days: z.int().min(1).max(365),
  hours: z.int().min(0).max(23),
  mins: z.int().min(0).max(59),
  secs: z.int().min(0).max(59),
} satisfies Record<keyof GalacticTime, z.ZodNumber>;

/** Galactic time; reference, section 2.2. */
export const time = z.strictObject(galacticTime);

/** Galactic time and Unix seconds; reference, section 2.3. */
export const timeResult = z.strictObject({ ...galacticTime, timestamp: unixSeconds });

/** Galactic time and Unix seconds, these as a string; reference, section 2.7. */
export const moment = z.strictObject({
  ...galacticTime,
  timestamp: z.string().regex(/^\d+$/).describe('Unix seconds'),
});
export type Moment = z.infer<typeof moment>;

/** Converts Unix seconds to a moment. */
export function toMoment(timestamp: number): Moment {
  return { ...toGalacticTime(timestamp), timestamp: String(timestamp) };
}

/** A boolean among attributes: a string in both formats. */
export const flag = z.enum(['true', 'false']);

export function toFlag(value: boolean): 'true' | 'false' {
  return value ? 'true' : 'false';
}

/** A number of things. */
export const size = z.int().min(0);

export const count = z.strictObject({ count: size });

/**
 * The arrays that stand in JSON without an object around them, because clients read them there, and the name of an item. In XML
 * they are collections like all others: `<factions count="2"><faction>`.
 */
export const bareLists: ReadonlyMap<string, string> = new Map([['factions', 'faction']]);

/** A number of uses. */
export const uses = z.int().min(UNLIMITED).describe(`Uses; ${UNLIMITED} is unlimited`);

/** A datacard that an answer refers to. */
export const datacardRef = z.strictObject({
  attributes: z.strictObject({ uid: uidText('datacard'), href }),
  entity: ref,
});

/** The uses of a datacard that are assigned to a production entity; -1 is unlimited. */
export const use = z.strictObject({
  location: ref,
  locationowner: z.union([ref, nothing]),
  quantity: uses,
});
export type DatacardRef = z.infer<typeof datacardRef>;
export type Use = z.infer<typeof use>;
