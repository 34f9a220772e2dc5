import type { ModelAdapter } from 'oidc-provider';
import { type AdapterParts, libraryExpiry, readOnly } from './adapter.js';

/** Reads grants, and ends them. They are created where a person agrees: create-grant.ts. */
export function grantAdapter({ store: { grants }, now }: AdapterParts): ModelAdapter {
  return {
    ...readOnly(async (id) => {
      const grant = await grants.find(id, now());
      return (
        grant && {
          kind: 'Grant',
          jti: id,
          exp: libraryExpiry(grant.expires_at, now()),
          clientId: grant.client_id,
          accountId: holderOf(grant),
          openid: { scope: grant.permissions.join(' ') },
        }
      );
    }),

    async destroy(id) {
      await grants.end(id, now());
    },
  };
}

/** Returns the id under which the library knows who made a grant: an account, or the host in the name of a character. */
export function holderOf({ account_id, character_uid }: { account_id: string | null; character_uid: string }): string {
  return account_id ?? `host:${character_uid}`;
}
