import type { RateLimit } from '../../domain/rate-limit.js';
import { examples } from '../../openapi/examples.js';
import { buildOpenApi } from '../../openapi/open-api.js';
import type { Route } from '../../routes/define-route.js';
import { PREFIX } from '../../routes/path.js';
import { buildPageDocuments } from './page-documents.js';

/** What the service shows beside its resources: a description of itself, for programs and for people. */
export interface Document {
  /** With its charset. */
  type: string;
  body: string | Buffer;
  /** Fields beside those of every answer, or instead of them. */
  headers?: Record<string, string>;
}

/** The documents of the service by their path, each built for the address that the service is reached under. */
export type Documents = ReadonlyMap<string, (baseUrl: string) => Document>;

/** Stands for the address of the service in what is built once for all addresses: callers choose them by their Host. */
const ANY_BASE = 'http://base.invalid';

/** Builds the documents from the list of routes and what limits their calls. */
export function buildDocuments(routes: readonly Route[], rate: RateLimit): Documents {
  const openApi = (baseUrl: string): Document => {
    const rateLimit = { limit: rate.limit, window: rate.window / 1000 };
    const description = buildOpenApi(routes, { baseUrl, rateLimit, examples });
    return {
      type: 'application/json; charset=utf-8',
      body: JSON.stringify(description),
      headers: { 'Cache-Control': 'no-cache' },
    };
  };
  const built = [...buildPageDocuments(routes, rate), [`${PREFIX}/openapi.json`, openApi] as const];
  return new Map(built.map(([path, build]) => [path, forEachAddress(build)]));
}

/** A service is reached under a few addresses. Whoever makes up others gets an answer, but fills no memory. */
const KEPT = 8;

/**
 * Builds a document once, and puts into it the address that it is asked for under: a URL has no character that would end a
 * text of JSON or HTML.
 */
function forEachAddress(build: (baseUrl: string) => Document): (baseUrl: string) => Document {
  let template: Document | undefined;
  const kept = new Map<string, Document>();
  return (baseUrl) => {
    template ??= build(ANY_BASE);
    const { body } = template;
    if (typeof body !== 'string') return template;
    const document = kept.get(baseUrl) ?? { ...template, body: body.replaceAll(ANY_BASE, () => baseUrl) };
    if (kept.size < KEPT) kept.set(baseUrl, document);
    return document;
  };
}
