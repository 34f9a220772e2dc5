import { LRUCache } from 'lru-cache';
import type { RateLimit } from '../../domain/rate-limit.js';
import { examples } from '../../openapi/examples.js';
import { buildOpenApi } from '../../openapi/open-api.js';
import type { Route } from '../../routes/define-route.js';
import { PREFIX } from '../../routes/path.js';
import { cacheSizes } from '../context/caches.js';
import { clientPackage } from './client-package.js';
import { buildPageDocuments, type PageOptions } from './page-documents.js';
import type { Document } from './representation.js';

/** The documents by path, each as a function of the address of the service. */
export type Documents = ReadonlyMap<string, (baseUrl: string) => Document>;

/** A placeholder for the address of the service, since a document is built once for all addresses. */
const ANY_BASE = 'http://base.invalid';

/** Builds the documents from the routes, their rate limit, and the options of the service. */
export function buildDocuments(routes: readonly Route[], rate: RateLimit, options: PageOptions = {}): Documents {
  const openApi = (baseUrl: string): Document => {
    const rateLimit = { limit: rate.limit, window: rate.window / 1000 };
    const description = buildOpenApi(routes, { baseUrl, rateLimit, contact: options.contact, examples });
    return {
      type: 'application/json; charset=utf-8',
      body: JSON.stringify(description),
      headers: { 'Cache-Control': 'no-cache' },
    };
  };
  const page = buildPageDocuments(routes, rate, options);
  const built = [...page, ...clientPackage(), [`${PREFIX}/openapi.json`, openApi] as const];
  return new Map(built.map(([path, build]) => [path, forEachAddress(build)]));
}

/**
 * Builds a document once, and inserts the address of the service for each request. A URL contains no character that would
 * end a string in JSON or HTML.
 */
function forEachAddress(build: (baseUrl: string) => Document): (baseUrl: string) => Document {
  let template: Document | undefined;
  const kept = new LRUCache<string, Document>({ max: cacheSizes.documents });
  return (baseUrl) => {
    template ??= build(ANY_BASE);
    const { body } = template;
    if (typeof body !== 'string') return template;
    const document = kept.get(baseUrl) ?? { ...template, body: body.replaceAll(ANY_BASE, () => baseUrl) };
    kept.set(baseUrl, document);
    return document;
  };
}
