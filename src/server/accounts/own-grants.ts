import { GIVEN_NAME_RULE, givenName } from '../../domain/given-name.js';
import type { Problem } from '../../page/server/account/form.js';
import type { GrantInfo } from '../../store/store.js';
import { personalClientId } from './personal-client.js';
import type { OwnVisit } from './visit.js';

/** Returns the valid grants of the account: its personal tokens, or what it allows programs. */
export async function grantsOf(visit: OwnVisit, kind: 'personal' | 'program'): Promise<GrantInfo[]> {
  const { services, account, now } = visit;
  const grants = await services.store.grants.ofAccount(account.id, now);
  return grants.filter((grant) => isPersonal(visit, grant) === (kind === 'personal'));
}

/** Finds a valid grant of the account; that of another account is not found. */
export async function findGrant({ services, account, now }: OwnVisit, id: string): Promise<GrantInfo | undefined> {
  return (await services.store.grants.ofAccount(account.id, now)).find((grant) => grant.id === id);
}

/** Returns true for the grant of a personal token. */
export function isPersonal({ account }: OwnVisit, { client }: GrantInfo): boolean {
  return client.id === personalClientId(account);
}

/** Reads the name of a device or a token; null if none was typed, undefined for a text that can be no name. */
export function readOptionalName(typed: string): string | null | undefined {
  return typed.trim() === '' ? null : givenName(typed);
}

/** Returns the fault of a text that can be no name. */
export function nameProblem(field: string): Problem {
  return { field, text: `Choose another name, or none: ${GIVEN_NAME_RULE}.` };
}
