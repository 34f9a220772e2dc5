import type { ModelAdapter } from 'oidc-provider';
import type { Store } from '../../../store/store.js';
import type { Issuer } from '../issuer.js';
import { clientAdapter } from './client-adapter.js';
import { codeAdapter } from './code-adapter.js';
import { grantAdapter } from './grant-adapter.js';
import { interactionAdapter } from './interaction-adapter.js';
import type { LibraryClock } from './payload.js';
import { readOnly } from './read-only.js';
import { sessionAdapter } from './session-adapter.js';
import { tokenAdapter } from './token-adapter.js';

/**
 * Returns the adapters of the models of oidc-provider on the store, by name. All secrets are stored as their hashes.
 *
 * @param refuseCode creates the answer to a code that another request has consumed at the same time
 */
export function adapters(
  store: Store,
  clock: LibraryClock,
  issuer: Issuer,
  refuseCode: () => Error,
): (model: string) => ModelAdapter {
  const byModel: Record<string, ModelAdapter> = {
    AccessToken: tokenAdapter(store, 'access', clock),
    RefreshToken: tokenAdapter(store, 'refresh', clock),
    AuthorizationCode: codeAdapter(store, 'authorization', clock, refuseCode),
    DeviceCode: codeAdapter(store, 'device', clock, refuseCode),
    Grant: grantAdapter(store, clock),
    Client: clientAdapter(store, issuer),
    Session: sessionAdapter(store, clock),
    Interaction: interactionAdapter(store, clock),
  };
  return (model) => byModel[model] ?? readOnly();
}
