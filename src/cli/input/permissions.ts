import { isPermission, type Permission, permissionNames } from '../../domain/permission.js';
import { didYouMean } from '../../nearest.js';
import { usageError } from '../exit-status.js';

/** Reads a repeatable option with comma-separated permissions. @throws {CliError} for an unknown one */
export function addPermission(text: string, before: Permission[] = []): Permission[] {
  return [...before, ...text.split(',').map(readPermission)];
}

function readPermission(name: string): Permission {
  if (isPermission(name)) return name;
  const suggestion = didYouMean(name, permissionNames) || `; there are ${permissionNames.join(', ')}`;
  throw usageError(`there is no permission “${name}”${suggestion}`);
}
