import type { ModelAdapter, Payload } from 'oidc-provider';
import type { Session } from '../../../store/store.js';
import { tokenHash } from '../../../store/token.js';
import { type AdapterParts, libraryExpiry, readOnly } from './adapter.js';

/**
 * Reads the sessions of browsers, which the account pages create and end. Nothing that the library writes is kept: it would
 * give a session a new cookie in each authorization, and so end it for a person who answers two questions at once.
 */
export function sessionAdapter({ store: { sessions }, now }: AdapterParts): ModelAdapter {
  const toPayload = (id: string, session: Session | undefined): Payload | undefined =>
    session && {
      kind: 'Session',
      jti: id,
      uid: session.uid,
      ...(session.account_id !== null && { accountId: session.account_id }),
      exp: libraryExpiry(session.expires_at, now()),
    };
  return {
    ...readOnly(async (id) => toPayload(id, await sessions.find(tokenHash(id), now()))),
    findByUid: async (uid) => toPayload(uid, await sessions.findByUid(uid, now())),
  };
}

/** Keeps the questions that wait for a person's answer. */
export function interactionAdapter({ store: { interactions }, now, options }: AdapterParts): ModelAdapter {
  return {
    // The address to return to has the id, which is a secret; the cookie of the session is one, too.
    async upsert(id, { jti: _, exp: __, returnTo: ___, session, ...payload }, lifetime) {
      const { cookie: ____, ...bound } = (session ?? {}) as Payload;
      const stored = JSON.stringify({ ...payload, ...(session !== undefined && { session: bound }) });
      await interactions.save(tokenHash(id), { payload: stored, expires_at: now() + lifetime }, options.maxPending);
    },

    async find(id) {
      const found = await interactions.find(tokenHash(id), now());
      return found && { ...JSON.parse(found.payload), jti: id, exp: libraryExpiry(found.expires_at, now()) };
    },

    destroy: (id) => interactions.remove(tokenHash(id)),
  };
}
