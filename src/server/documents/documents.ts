import type { RateLimit } from '../../domain/rate-limit.js';
import { examples } from '../../openapi/examples.js';
import { drawOpenApi } from '../../openapi/open-api.js';
import type { Route } from '../../routes/define-route.js';
import { PREFIX } from '../../routes/path.js';
import { drawPageDocuments } from './page-documents.js';

/** What the service shows beside its resources: a description of itself, for programs and for people. */
export interface Document {
  /** With its charset. */
  type: string;
  body: string | Buffer;
  /** Fields beside those of every answer, or instead of them. */
  headers?: Record<string, string>;
}

/** The documents of the service by their path, each drawn for the address that the service is reached under. */
export type Documents = ReadonlyMap<string, (baseUrl: string) => Document>;

/** Stands for the address of the service in what is drawn once for all addresses: callers choose them by their Host. */
const ANY_BASE = 'http://base.invalid';

/** Draws the documents from the list of routes and what limits their calls. */
export function drawDocuments(routes: readonly Route[], rate: RateLimit): Documents {
  const openApi = (baseUrl: string): Document => {
    const rateLimit = { limit: rate.limit, window: rate.window / 1000 };
    const description = drawOpenApi(routes, { baseUrl, rateLimit, examples });
    return {
      type: 'application/json; charset=utf-8',
      body: JSON.stringify(description),
      headers: { 'Cache-Control': 'no-cache' },
    };
  };
  const drawn = [...drawPageDocuments(routes, rate), [`${PREFIX}/openapi.json`, openApi] as const];
  return new Map(drawn.map(([path, draw]) => [path, forEachAddress(draw)]));
}

/** A service is reached under a few addresses. Whoever makes up others gets an answer, but fills no memory. */
const KEPT = 8;

/**
 * Draws a document once, and puts into it the address that it is asked for under: a URL has no character that would end a
 * text of JSON or HTML.
 */
function forEachAddress(draw: (baseUrl: string) => Document): (baseUrl: string) => Document {
  let template: Document | undefined;
  const kept = new Map<string, Document>();
  return (baseUrl) => {
    template ??= draw(ANY_BASE);
    const { body } = template;
    if (typeof body !== 'string') return template;
    const document = kept.get(baseUrl) ?? { ...template, body: body.replaceAll(ANY_BASE, () => baseUrl) };
    if (kept.size < KEPT) kept.set(baseUrl, document);
    return document;
  };
}
