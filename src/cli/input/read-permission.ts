import { isPermission, type Permission, permissionNames } from '../../domain/permission.js';
import { didYouMean } from '../../nearest.js';
import { usageError } from '../cli-error.js';

/**
 * Reads an option that may be given several times: one or, with commas between, several permissions.
 *
 * @throws {CliError} for a permission that does not exist
 */
export function addPermission(text: string, before: Permission[] = []): Permission[] {
  return [...before, ...text.split(',').map(readPermission)];
}

function readPermission(name: string): Permission {
  if (isPermission(name)) return name;
  const suggestion = didYouMean(name, permissionNames) || `; there are ${permissionNames.join(', ')}`;
  throw usageError(`there is no permission “${name}”${suggestion}`);
}
