import { z } from 'zod';
import { findForbiddenCharacter } from '../domain/text.js';
import { isUid, productionTypes, type UidType, uidOf, uidPattern, uidTypes } from '../domain/uid.js';

/**
 * The parameters that routes take. Each says in `meta` what the index and the description of the service show of it, and in
 * its errors what is accepted.
 */

/** What is said of a parameter beside its schema. */
export interface ParameterMetadata {
  /** As the index names it. Reference, section 2.4. */
  type: 'string' | 'number';
  description: string;
  /** What the index shows of the form of a path parameter. */
  pattern?: string;
  /** A value that means something in the demo galaxy. */
  example?: string | number;
}

/** What was said of a parameter, also where it was made optional, transformed, or got a default afterwards. */
export function parameterMetadata(parameter: z.core.$ZodType): ParameterMetadata {
  const own = z.globalRegistry.get(parameter);
  if (own) return { type: 'string', description: '', ...(own as Partial<ParameterMetadata>) };
  const def = parameter._zod.def as { innerType?: z.core.$ZodType; in?: z.core.$ZodType };
  const inner = def.innerType ?? def.in;
  return inner ? parameterMetadata(inner) : { type: 'string', description: '' };
}

/** Text that can be stored and sent back in both formats. */
function text() {
  return z.string({ error: 'Give it once, as text.' }).refine((value) => findForbiddenCharacter(value) === undefined, {
    error: ({ input }) => `It holds ${findForbiddenCharacter(String(input))}, which XML cannot carry: leave it out.`,
  });
}

function article(type: UidType): string {
  return `${/^[aeiou]/.test(type) ? 'an' : 'a'} ${type}`;
}

/** The uid of an entity of one type: digits that no entity has are no mistake, they are not found. Reference, section 4. */
export function uid(type: UidType, description: string) {
  const form = new RegExp(`^${uidPattern(type)}$`);
  return text()
    .regex(form, {
      error: `It must be the uid of ${article(type)}: ${uidTypes[type]}: and a number, such as ${uidTypes[type]}:12.`,
    })
    .meta({ description, type: 'string', pattern: uidPattern(type), example: uidOf(type, 1) });
}

/** The name of an entity of one type, or its uid. */
export function uidOrName(type: UidType, description: string) {
  return text()
    .transform((value) => value.trim())
    .refine((value) => value.length > 0, { error: `It must be the uid or the name of ${article(type)}.` })
    .refine((value) => !isUid(value) || isUid(value, type), {
      error: `It must be the uid or the name of ${article(type)}: its uid begins with ${uidTypes[type]}:.`,
    })
    .meta({ description, type: 'string', example: uidOf(type, 1) });
}

/** The character that a path is about. */
export const characterRef = uidOrName('character', 'The uid or the name of the character');

const PRODUCTION_UID = new RegExp(`^(?:${productionTypes.map(uidPattern).join('|')})$`);

/** The uid of something that can produce. */
export function productionEntityUid(description: string) {
  const error =
    'It must be the uid of a production entity: a facility (4:12), a station (5:12) or another place that produces.';
  return text()
    .regex(PRODUCTION_UID, { error })
    .refine((value) => isUid(value, ...productionTypes), { error })
    .meta({ description, type: 'string', example: uidOf('facility', 1) });
}

/** A whole number within bounds, as a number or as the string that a form or a query holds. */
export function wholeNumber(
  description: string,
  { min, max, example }: { min: number; max: number; example?: number },
) {
  const range = max === Number.MAX_SAFE_INTEGER ? `a whole number from ${min}` : `a whole number from ${min} to ${max}`;
  const error = `It must be ${min === max ? min : range}.`;
  const number = z.int({ error }).min(min, { error }).max(max, { error });
  const text = z.string().regex(/^\s*[+-]?\d+\s*$/, { error });
  return z
    .union([number, text.transform(Number).pipe(number)], { error })
    .meta({ description, type: 'number', example });
}
