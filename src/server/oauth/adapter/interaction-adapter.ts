import type { ModelAdapter, Payload } from 'oidc-provider';
import type { Store } from '../../../store/store.js';
import { keyOf, type LibraryClock, packPayload, unpackPayload } from './payload.js';

/** Keeps the questions that wait for a person's answer. */
export function interactionAdapter({ interactions }: Store, clock: LibraryClock): ModelAdapter {
  return {
    async upsert(id, payload, lifetime) {
      await interactions.save(keyOf(id), {
        payload: packPayload(id, withoutCookie(payload), clock),
        expires_at: clock.now() + lifetime,
      });
    },

    async find(id) {
      const interaction = await interactions.find(keyOf(id), clock.now());
      return interaction && unpackPayload(id, interaction, clock);
    },

    destroy: (id) => interactions.remove(keyOf(id)),
  };
}

/** The library adds the cookie of the session, which it never reads. */
function withoutCookie(payload: Payload): Payload {
  if (typeof payload.session !== 'object' || payload.session === null) return payload;
  const { cookie: _, ...session } = payload.session as Payload;
  return { ...payload, session };
}
