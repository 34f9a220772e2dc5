import type { Example } from '../../src/openapi/operation.js';
import type { JsonObject } from '../../src/openapi/schemas.js';

/** A request that is sent once for each format. */
export interface ExampleRequest {
  method?: string;
  /** Below the prefix, with its query. */
  path: string;
  headers?: Record<string, string>;
  body?: JsonObject | string;
}

/** Sends a request, once for JSON and once for XML. A change is made once, since both carry its idempotency key. */
export async function send(
  url: string,
  { method = 'GET', path, headers = {}, body }: ExampleRequest,
): Promise<Example> {
  const answer = async (accept: string) => {
    const response = await fetch(url + path, {
      method,
      headers: { Accept: accept, ...(typeof body === 'object' && { 'Content-Type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    return { type: response.headers.get('content-type') ?? '', text: await response.text() };
  };
  const [json, xml] = [await answer('application/json'), await answer('application/xml')];
  return { json: JSON.parse(json.text) as JsonObject, ...(xml.type.includes('xml') && { xml: xml.text }) };
}
