import type { Environment } from '../../settings/setting.js';
import { unknownVariables } from '../../settings/unknown-variables.js';
import { type Finding, ok, warning } from './finding.js';

/** Checks for variables that are named like settings and are none. */
export function checkVariables(env: Environment): Finding[] {
  const unknown = unknownVariables(env);
  if (unknown.length === 0) return [ok('variables', 'all known')];
  return unknown.map(({ name, meant }) =>
    warning(
      'variables',
      `${name} is not a setting`,
      meant ? `did you mean ${meant}?` : 'remove it; see docs/settings.md',
    ),
  );
}
