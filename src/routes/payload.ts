import { z } from 'zod';
import { type GalacticTime, toGalacticTime } from '../domain/galactic-time.js';

/** The shapes that several resources are made of. Wire contract, “Formats”. */

/** An entity that an answer refers to. */
export const ref = z.strictObject({
  value: z.string(),
  attributes: z.strictObject({ uid: z.string(), href: z.string(), type: z.string() }),
});
export type Ref = z.infer<typeof ref>;

/** An empty element: what stands where there is nothing. */
export const nothing = z.strictObject({});

const galacticTime = {
  years: z.number(),
  days: z.number(),
  hours: z.number(),
  mins: z.number(),
  secs: z.number(),
} satisfies Record<keyof GalacticTime, z.ZodNumber>;

/** Galactic time; reference, section 2.2. */
export const time = z.strictObject(galacticTime);

/** Galactic time and Unix seconds; reference, section 2.3. */
export const timeResult = z.strictObject({ ...galacticTime, timestamp: z.number() });

/** Galactic time and Unix seconds, these as a string; reference, section 2.7. */
export const moment = z.strictObject({ ...galacticTime, timestamp: z.string() });
export type Moment = z.infer<typeof moment>;

/** A moment, from Unix seconds. */
export function toMoment(timestamp: number): Moment {
  return { ...toGalacticTime(timestamp), timestamp: String(timestamp) };
}

/** Flags among attributes are strings in both formats. */
export const flag = z.enum(['true', 'false']);

export function toFlag(value: boolean): 'true' | 'false' {
  return value ? 'true' : 'false';
}

export const count = z.strictObject({ count: z.number() });

/** A datacard that an answer refers to. */
export const datacardRef = z.strictObject({
  attributes: z.strictObject({ uid: z.string(), href: z.string() }),
  entity: ref,
});

/** What a production entity has of a datacard; -1 is unlimited. */
export const use = z.strictObject({
  location: ref,
  locationowner: z.union([ref, nothing]),
  quantity: z.number(),
});
export type DatacardRef = z.infer<typeof datacardRef>;
export type Use = z.infer<typeof use>;
