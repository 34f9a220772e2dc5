import type { RateLimit } from '../../domain/rate-limit.js';
import { examples } from '../../openapi/examples.js';
import { buildOpenApi } from '../../openapi/open-api.js';
import type { Route } from '../../routes/define-route.js';
import { PREFIX } from '../../routes/path.js';
import type { AddressOptions } from '../request/base-url.js';
import { clientPackage } from './client-package.js';
import { buildPageDocuments, type PageOptions } from './page-documents.js';
import { codings, type Document, represent } from './representation.js';

/** The documents by path, each as a function that builds it once. They are the same for every Host field of a request. */
export type Documents = ReadonlyMap<string, () => Document>;

/** Builds the documents from the routes, their rate limit, and the options of the service. */
export function buildDocuments(
  routes: readonly Route[],
  rate: RateLimit,
  options: PageOptions & AddressOptions = {},
): Documents {
  const { contact, publicUrl: baseUrl = '' } = options;
  const openApi = (): Document => {
    const rateLimit = { limit: rate.limit, window: rate.window / 1000 };
    return {
      type: 'application/json; charset=utf-8',
      body: JSON.stringify(buildOpenApi(routes, { baseUrl, rateLimit, contact, examples })),
      headers: { 'Cache-Control': 'no-cache' },
    };
  };
  const page = buildPageDocuments(routes, rate, options);
  const built = [...page, ...clientPackage(), [`${PREFIX}/openapi.json`, openApi] as const];
  return new Map(built.map(([path, build]) => [path, once(build)]));
}

/** Builds and encodes all documents, so that no request waits for it. */
export async function loadDocuments(documents: Documents): Promise<void> {
  for (const build of documents.values())
    for (const coding of [undefined, ...codings]) await represent(build(), coding);
}

function once(build: () => Document): () => Document {
  let document: Document | undefined;
  return () => {
    document ??= build();
    return document;
  };
}
