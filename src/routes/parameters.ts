import { z } from 'zod';
import { findForbiddenCharacter, LONGEST_NUMBER } from '../domain/text.js';
import { isUid, productionTypes, type UidType, uidOf, uidPattern, uidTypes } from '../domain/uid.js';

export interface ParameterMetadata {
  /** Reference, section 2.4. */
  type: 'string' | 'number';
  description: string;
  pattern?: string;
  /** Exists in the demo galaxy. */
  example?: string | number;
}

/** Looks through optional, transformed and default parameters. */
export function parameterMetadata(parameter: z.core.$ZodType): ParameterMetadata {
  const own = z.globalRegistry.get(parameter);
  const def = parameter._zod.def as { innerType?: z.core.$ZodType; in?: z.core.$ZodType };
  const inner = def.innerType ?? def.in;
  if (!own && inner) return parameterMetadata(inner);
  const { description = '', indexType: type = 'string', indexPattern: pattern, examples = [] } = own ?? {};
  return { type, description, pattern, example: (examples as unknown[])[0] } as ParameterMetadata;
}

const ONCE = 'Give it once, as a string.';

/** Checks the length before anything else. */
function number(error: string) {
  return z.string({ error: ONCE }).max(LONGEST_NUMBER, { error, abort: true });
}

/** Accepts what both formats can carry. */
function text() {
  return z.string({ error: ONCE }).refine((value) => findForbiddenCharacter(value) === undefined, {
    error: ({ input }) => `It contains ${findForbiddenCharacter(String(input))}, which XML cannot carry. Remove it.`,
  });
}

function trimmedText(error: string) {
  return text()
    .transform((value) => value.trim())
    .refine((value) => value.length > 0, { error });
}

function article(type: UidType): string {
  return `${/^[aeiou]/.test(type) ? 'an' : 'a'} ${type}`;
}

/** Accepts any number: one without an entity is a 404. Reference, section 4. */
export function uid(type: UidType, description: string) {
  const form = new RegExp(`^${uidPattern(type)}$`);
  const error = `It must be the uid of ${article(type)}, such as ${uidTypes[type]}:12.`;
  return number(error)
    .regex(form, { error })
    .meta({ description, indexPattern: uidPattern(type), examples: [uidOf(type, 1)] });
}

export function anyUid(description: string) {
  const error = `It must be a uid, such as ${uidTypes.facility}:12.`;
  return number(error)
    .regex(/^\d+:\d+$/, { error })
    .meta({ description, indexPattern: '\\d+:\\d+', examples: [uidOf('faction', 1)] });
}

export function uidOrName(type: UidType, description: string) {
  return trimmedText(`It must be the uid or the name of ${article(type)}.`)
    .refine((value) => !isUid(value) || isUid(value, type), {
      error: `It must be the uid or the name of ${article(type)}, whose uid begins with ${uidTypes[type]}:.`,
    })
    .meta({ description, examples: [uidOf(type, 1)] });
}

export const characterRef = uidOrName('character', 'The uid or the name of the character');

export const handle = trimmedText('It must be the name of a character.').meta({
  description: 'The name of the character',
  examples: ['Hana Veil'],
});

export const eventMode = text()
  .transform((value) => value.toLowerCase())
  .pipe(z.literal('personal', { error: 'It must be personal.' }))
  .meta({
    description: 'Whose events: personal for those of the token’s character',
    examples: ['personal'],
  });

export const eventType = trimmedText('It must be a type of events, such as XP.').meta({
  description: 'The type of the events, such as XP, in upper or lower case',
  examples: ['XP'],
});

const PRODUCTION_UID = new RegExp(`^(?:${productionTypes.map(uidPattern).join('|')})$`);

export function productionEntityUid(description: string) {
  const error = 'It must be the uid of a production entity, such as a facility (4:12) or a station (5:12).';
  return number(error)
    .regex(PRODUCTION_UID, { error })
    .refine((value) => isUid(value, ...productionTypes), { error })
    .meta({ description, examples: [uidOf('facility', 1)] });
}

/** Accepts numbers and numeric strings, up to the largest exact integer. */
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

/** Any other request id is replaced. */
export const REQUEST_ID = /^[A-Za-z0-9._:-]{1,64}$/;

/** Wire contract, “Datacards”. */
export const IDEMPOTENCY_KEY = /^[\x20-\x7e]{1,255}$/;
