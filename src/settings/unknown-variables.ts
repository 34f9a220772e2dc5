import { nearest } from '../nearest.js';
import { settings } from '../settings.js';
import type { Environment } from './setting.js';
import { variableOf } from './spelling.js';

const PREFIX = 'SVCAPI_';

/** The variables that are read without a setting, without the prefix. */
const OTHERS = ['PAGER'];

/** A variable that is named like a setting and is none. */
export interface UnknownVariable {
  name: string;
  /** The variable that was probably meant. */
  meant: string | undefined;
}

/** Returns the variables that are named like settings and are none: a misspelt one has no effect. */
export function unknownVariables(env: Environment): UnknownVariable[] {
  const known = Object.entries(settings)
    .filter(([, { sources }]) => sources.includes('variable'))
    .map(([name]) => variableOf(name).slice(PREFIX.length))
    .concat(OTHERS);
  return Object.keys(env)
    .filter((name) => name.startsWith(PREFIX) && !known.includes(name.slice(PREFIX.length)))
    .map((name) => {
      const meant = nearest(name.slice(PREFIX.length), known);
      return { name, meant: meant && PREFIX + meant };
    });
}
