import { nearest } from '../nearest.js';
import { settings } from './index.js';
import { type Environment, variableOf } from './setting.js';

const PREFIX = 'SVCAPI_';

/** Kubernetes sets these for a Service named svcapi. */
const LINK = /^SVCAPI_(SERVICE_(HOST|PORT)|PORT_\d+_(TCP|UDP))/;

/** Returns variables that resemble settings, each with the one that was probably meant. */
export function unknownVariables(env: Environment): { name: string; meant: string | undefined }[] {
  const known = Object.entries(settings)
    .filter(([, { sources }]) => sources.includes('variable'))
    .map(([name]) => variableOf(name).slice(PREFIX.length))
    .concat('PAGER');
  return Object.keys(env)
    .filter((name) => name.startsWith(PREFIX) && !known.includes(name.slice(PREFIX.length)) && !LINK.test(name))
    .map((name) => {
      const meant = nearest(name.slice(PREFIX.length), known);
      return { name, meant: meant && PREFIX + meant };
    });
}
