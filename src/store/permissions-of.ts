import type { Kysely } from 'kysely';
import { isPermission, type Permission, permissionNames } from '../domain/permission.js';
import type { Tables } from '../model/index.js';

/** The number of grants in one query. */
const SOME = 500;

/** Returns the permissions of each of some grants. */
export async function permissionsOf(db: Kysely<Tables>, grantIds: string[]): Promise<Map<string, Permission[]>> {
  const granted = new Map<string, string[]>();
  for (let start = 0; start < grantIds.length; start += SOME) {
    const rows = await db
      .selectFrom('grant_permissions')
      .selectAll()
      .where('grant_id', 'in', grantIds.slice(start, start + SOME))
      .execute();
    for (const { grant_id, permission } of rows) {
      const known = granted.get(grant_id);
      if (known) known.push(permission);
      else granted.set(grant_id, [permission]);
    }
  }
  return new Map([...granted].map(([id, names]) => [id, inOrder(names)]));
}

/** Returns permissions in the order of their table, without any that this version does not know. */
export function inOrder(names: (string | null)[]): Permission[] {
  const known = new Set(names.filter((name) => name !== null && isPermission(name)));
  return permissionNames.filter((name) => known.has(name));
}

/** Returns the permissions that a token has of its grant's: all of them, or those that its scope names. */
export function inScope<Name extends string>(permissions: Name[], scope: string | null): Name[] {
  if (scope === null) return permissions;
  const names = new Set(scope.split(' '));
  return permissions.filter((name) => names.has(name));
}
