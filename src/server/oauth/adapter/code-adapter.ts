import type { ModelAdapter, Payload } from 'oidc-provider';
import type { CodeRow } from '../../../model/sign-in.js';
import type { Store } from '../../../store/store.js';
import { keyOf, type LibraryClock, packPayload, unpackPayload } from './payload.js';

/**
 * Keeps authorization codes and those of devices.
 *
 * @param refuse creates the answer to a code that another request has consumed at the same time
 */
export function codeAdapter(
  { codes, grants }: Store,
  kind: CodeRow['kind'],
  clock: LibraryClock,
  refuse: () => Error,
): ModelAdapter {
  return {
    async upsert(id, { userCode, ...payload }, lifetime) {
      await codes.save(keyOf(id), {
        kind,
        grant_id: typeof payload.grantId === 'string' ? payload.grantId : null,
        user_code_hash: typeof userCode === 'string' ? keyOf(userCode) : null,
        payload: packPayload(id, payload, clock),
        expires_at: clock.now() + lifetime,
      });
    },

    async find(id) {
      const code = await codes.find(keyOf(id));
      return code?.kind === kind ? toPayload(id, code, clock) : undefined;
    },

    /** The library looks first and consumes later: of two requests at once, the second one ends the grant. */
    async consume(id) {
      const now = clock.now();
      if (await codes.consume(keyOf(id), now)) return;
      const code = await codes.find(keyOf(id));
      if (code?.grant_id) await grants.end(code.grant_id, now);
      throw refuse();
    },

    destroy: (id) => codes.remove(keyOf(id)),

    // They are worth nothing without their grant.
    revokeByGrantId: async () => {},
  };
}

function toPayload(id: string, code: CodeRow, clock: LibraryClock): Payload {
  return {
    ...unpackPayload(id, code, clock),
    ...(code.consumed_at !== null && { consumed: code.consumed_at + clock.ahead() }),
  };
}
