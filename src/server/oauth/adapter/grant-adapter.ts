import type { ModelAdapter } from 'oidc-provider';
import type { Store } from '../../../store/store.js';
import type { LibraryClock } from './payload.js';
import { readOnly } from './read-only.js';

/**
 * Reads grants, and ends them. They are made where a person agrees: accounts/pages/interaction-page.ts and device-page.ts.
 */
export function grantAdapter({ grants }: Store, clock: LibraryClock): ModelAdapter {
  return {
    ...readOnly(async (id) => {
      const grant = await grants.find(id, clock.now());
      return (
        grant && {
          kind: 'Grant',
          jti: id,
          exp: grant.expires_at + clock.ahead(),
          clientId: grant.client_id,
          accountId: holderOf(grant),
          character: grant.character_uid,
          openid: { scope: grant.permissions.join(' ') },
        }
      );
    }),

    async destroy(id) {
      await grants.end(id, clock.now());
    },
  };
}

/** Returns the id under which the library knows who made a grant: an account, or the host in the name of a character. */
export function holderOf({ account_id, character_uid }: { account_id: string | null; character_uid: string }): string {
  return account_id ?? `host:${character_uid}`;
}
