/** The envelope of every answer. Reference, section 2.1. */
export interface Envelope<Payload> {
  /** Unix seconds. */
  timestamp: number;
  svcapi: Payload;
}

/** The address that the service's paths are relative to. The page is one of them. */
export const root = new URL('.', location.href);

/** Reads a public resource of the service. Rejects where there is no answer, or an error. */
export async function readResource<Payload>(path: string): Promise<Envelope<Payload>> {
  const response = await fetch(new URL(path, root), {
    headers: { Accept: 'application/json' },
    cache: 'no-store',
    credentials: 'omit',
  });
  if (!response.ok) throw new Error(`${path} answers ${response.status}`);
  return (await response.json()) as Envelope<Payload>;
}
