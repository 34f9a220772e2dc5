import { z } from 'zod';
import { findForbiddenCharacter, LONGEST_NUMBER } from '../domain/text.js';
import { isUid, productionTypes, type UidType, uidOf, uidPattern, uidTypes } from '../domain/uid.js';

/**
 * The parameters of routes. Their `meta` is what the index and the OpenAPI description show of them, and their errors say
 * what is accepted.
 */

/** The metadata of a parameter, as the index and the page show it. */
export interface ParameterMetadata {
  /** The type as the index names it. Reference, section 2.4. */
  type: 'string' | 'number';
  description: string;
  /** The pattern of a path parameter, as the index shows it. */
  pattern?: string;
  /** A value that exists in the demo galaxy. */
  example?: string | number;
}

/** Returns the metadata of a parameter, also of one that was made optional, transformed, or given a default. */
export function parameterMetadata(parameter: z.core.$ZodType): ParameterMetadata {
  const own = z.globalRegistry.get(parameter);
  const def = parameter._zod.def as { innerType?: z.core.$ZodType; in?: z.core.$ZodType };
  const inner = def.innerType ?? def.in;
  if (!own && inner) return parameterMetadata(inner);
  const { description = '', indexType: type = 'string', indexPattern: pattern, examples = [] } = own ?? {};
  return { type, description, pattern, example: (examples as unknown[])[0] } as ParameterMetadata;
}

const ONCE = 'Give it once, as a string.';

/** A number or a uid as a string, whose length is checked before anything else. */
function number(error: string) {
  return z.string({ error: ONCE }).max(LONGEST_NUMBER, { error, abort: true });
}

/** A string that both formats can carry. */
function text() {
  return z.string({ error: ONCE }).refine((value) => findForbiddenCharacter(value) === undefined, {
    error: ({ input }) => `It contains ${findForbiddenCharacter(String(input))}, which XML cannot carry. Remove it.`,
  });
}

/** Text without the spaces around it, of which something is left. */
function trimmedText(error: string) {
  return text()
    .transform((value) => value.trim())
    .refine((value) => value.length > 0, { error });
}

function article(type: UidType): string {
  return `${/^[aeiou]/.test(type) ? 'an' : 'a'} ${type}`;
}

/** The uid of an entity of one type. Any number is valid: one that no entity has is not found. Reference, section 4. */
export function uid(type: UidType, description: string) {
  const form = new RegExp(`^${uidPattern(type)}$`);
  const error = `It must be the uid of ${article(type)}, such as ${uidTypes[type]}:12.`;
  return number(error)
    .regex(form, { error })
    .meta({ description, indexPattern: uidPattern(type), examples: [uidOf(type, 1)] });
}

/** The uid of an entity of any type. */
export function anyUid(description: string) {
  const error = `It must be a uid, such as ${uidTypes.facility}:12.`;
  return number(error)
    .regex(/^\d+:\d+$/, { error })
    .meta({ description, indexPattern: '\\d+:\\d+', examples: [uidOf('faction', 1)] });
}

/** The name of an entity of one type, or its uid. */
export function uidOrName(type: UidType, description: string) {
  return trimmedText(`It must be the uid or the name of ${article(type)}.`)
    .refine((value) => !isUid(value) || isUid(value, type), {
      error: `It must be the uid or the name of ${article(type)}, whose uid begins with ${uidTypes[type]}:.`,
    })
    .meta({ description, examples: [uidOf(type, 1)] });
}

/** The character of a path, by its uid or name. */
export const characterRef = uidOrName('character', 'The uid or the name of the character');

/** The name of a character. */
export const handle = trimmedText('It must be the name of a character.').meta({
  description: 'The name of the character',
  examples: ['Hana Veil'],
});

/** Whose events are listed. */
export const eventMode = text()
  .transform((value) => value.toLowerCase())
  .pipe(z.literal('personal', { error: 'It must be personal.' }))
  .meta({
    description: 'Whose events: personal for those of the token’s character',
    examples: ['personal'],
  });

/** The type of events, in upper or lower case. */
export const eventType = trimmedText('It must be a type of events, such as XP.').meta({
  description: 'The type of the events, such as XP, in upper or lower case',
  examples: ['XP'],
});

const PRODUCTION_UID = new RegExp(`^(?:${productionTypes.map(uidPattern).join('|')})$`);

/** The uid of a production entity. */
export function productionEntityUid(description: string) {
  const error = 'It must be the uid of a production entity, such as a facility (4:12) or a station (5:12).';
  return number(error)
    .regex(PRODUCTION_UID, { error })
    .refine((value) => isUid(value, ...productionTypes), { error })
    .meta({ description, examples: [uidOf('facility', 1)] });
}

/** A whole number within bounds, at most the largest exact one, as a number or as a string that contains one. */
export function wholeNumber(
  description: string,
  { min, max = Number.MAX_SAFE_INTEGER, example }: { min: number; max?: number; example?: number },
) {
  const range = max === Number.MAX_SAFE_INTEGER ? `a whole number from ${min}` : `a whole number from ${min} to ${max}`;
  const error = `It must be ${min === max ? min : range}.`;
  const whole = z.int({ error }).min(min, { error }).max(max, { error });
  const text = number(error).regex(/^\s*[+-]?\d+\s*$/, { error });
  return z
    .union([whole, text.transform(Number).pipe(whole)], { error })
    .meta({ description, indexType: 'number', ...(example !== undefined && { examples: [example] }) });
}

/** A request id that a client may choose, to find its request in the log. Any other is replaced. */
export const REQUEST_ID = /^[A-Za-z0-9._:-]{1,64}$/;

/** An Idempotency-Key, which makes a change safe to repeat. Wire contract, “Datacards”. */
export const IDEMPOTENCY_KEY = /^[\x20-\x7e]{1,255}$/;
