import type { ModelAdapter } from 'oidc-provider';
import type { Store } from '../../../store/store.js';
import { keyOf, type LibraryClock, packPayload, unpackPayload } from './payload.js';

/** Keeps the sessions of browsers, which are those of the account pages. That of a disabled account is not found. */
export function sessionAdapter({ sessions }: Store, clock: LibraryClock): ModelAdapter {
  return {
    async upsert(id, payload, lifetime) {
      await sessions.save(keyOf(id), {
        uid: String(payload.uid),
        account_id: typeof payload.accountId === 'string' ? payload.accountId : null,
        payload: packPayload(id, payload, clock),
        expires_at: clock.now() + lifetime,
      });
    },

    async find(id) {
      const session = await sessions.find(keyOf(id), clock.now());
      return session && unpackPayload(id, session, clock);
    },

    async findByUid(uid) {
      const session = await sessions.findByUid(uid, clock.now());
      // Nobody saves a session that was found this way, so its cookie is not needed.
      return session && unpackPayload(uid, session, clock);
    },

    destroy: (id) => sessions.remove(keyOf(id)),
  };
}
