import type { ModelAdapter } from 'oidc-provider';
import { type AdapterParts, readOnly } from './adapter.js';
import { clientAdapter } from './client-adapter.js';
import { type CodeParts, codeAdapter } from './code-adapter.js';
import { grantAdapter } from './grant-adapter.js';
import { interactionAdapter, sessionAdapter } from './session-adapter.js';
import { tokenAdapter } from './token-adapter.js';

/** Returns the adapters of the models of oidc-provider on the store, by name. All secrets are stored as their hashes. */
export function adapters(parts: AdapterParts & CodeParts): (model: string) => ModelAdapter {
  const byModel: Record<string, ModelAdapter> = {
    AccessToken: tokenAdapter(parts, 'access'),
    RefreshToken: tokenAdapter(parts, 'refresh'),
    AuthorizationCode: codeAdapter(parts, 'authorization'),
    DeviceCode: codeAdapter(parts, 'device'),
    Grant: grantAdapter(parts),
    Client: clientAdapter(parts.store),
    Session: sessionAdapter(parts),
    Interaction: interactionAdapter(parts),
  };
  return (model) => byModel[model] ?? readOnly();
}
