import type { Context, ModelAdapter } from 'oidc-provider';
import type { CodeRow } from '../../../model/sign-in.js';
import { tokenHash } from '../../../store/token.js';
import { type AdapterParts, libraryExpiry } from './adapter.js';

/** The parts of the library that codes need. */
export interface CodeParts {
  /** Returns the request that the library is answering. */
  context(): Context | undefined;
  /** Creates the answer to a code that another request has consumed at the same time. */
  refuseCode(): Error;
}

/** Keeps authorization codes and those of devices. */
export function codeAdapter(
  { store: { codes, grants }, now, options, context, refuseCode }: AdapterParts & CodeParts,
  kind: CodeRow['kind'],
): ModelAdapter {
  return {
    async upsert(id, { jti: _, exp: __, userCode, ...payload }, lifetime) {
      const accessType = context()?.oidc.params.access_type;
      const code = {
        kind,
        grant_id: typeof payload.grantId === 'string' ? payload.grantId : null,
        user_code_hash: typeof userCode === 'string' ? tokenHash(userCode) : null,
        payload: JSON.stringify({ ...payload, accessType }),
        expires_at: now() + lifetime,
      };
      await codes.save(tokenHash(id), code, options.maxPending);
    },

    async find(id) {
      const code = await codes.find(tokenHash(id));
      if (code?.kind !== kind) return undefined;
      return {
        ...JSON.parse(code.payload),
        jti: id,
        exp: libraryExpiry(code.expires_at, now()),
        ...(code.consumed_at !== null && { consumed: code.consumed_at }),
      };
    },

    /** Refuses a code that is consumed: the library looks first and consumes later. Of two requests at once, the second ends the grant. */
    async consume(id) {
      if (await codes.consume(tokenHash(id), now())) return;
      const code = await codes.find(tokenHash(id));
      if (code?.grant_id) await grants.end(code.grant_id, now());
      throw refuseCode();
    },

    destroy: (id) => codes.remove(tokenHash(id)),

    // They are worth nothing without their grant.
    revokeByGrantId: async () => {},
  };
}
