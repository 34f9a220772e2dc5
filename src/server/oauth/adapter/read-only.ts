import type { ModelAdapter, Payload } from 'oidc-provider';

/** An adapter for what the library only reads, or does not use at all. */
export function readOnly(find: (id: string) => Promise<Payload | undefined> = async () => undefined): ModelAdapter {
  const refuse = async () => {
    throw new TypeError('oidc-provider writes what it should only read');
  };
  return { find, upsert: refuse, destroy: refuse };
}
