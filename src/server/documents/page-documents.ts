import type { RateLimit } from '../../domain/rate-limit.js';
import { packageVersion } from '../../package.js';
import { renderPage } from '../../page/server/index.js';
import type { Route } from '../../routes/define-route.js';
import { PREFIX } from '../../routes/path.js';
import type { Document } from './documents.js';
import { pageAssets, readPageFiles } from './page-files.js';

/** Where the page stands; its files lie below. */
export const PAGE = `${PREFIX}/documentation`;

/** The page may load what belongs to it, from here alone; no script or style stands within it. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The page and its files, by their paths. */
export function buildPageDocuments(
  routes: readonly Route[],
  rate: RateLimit,
): [path: string, (baseUrl: string) => Document][] {
  const files = readPageFiles();
  const assets = pageAssets(files, 'documentation/');
  const page = (baseUrl: string): Document => ({
    type: 'text/html; charset=utf-8',
    body: renderPage({ routes, rate, baseUrl, version: packageVersion(), assets }),
    headers: { 'Content-Security-Policy': POLICY, 'Cache-Control': 'no-cache' },
  });
  // The names of files change with what is in them, so that they can be kept for ever.
  const headers = { 'Cache-Control': 'public, max-age=31536000, immutable' };
  return [
    [PAGE, page],
    ...files.map(({ name, type, body }): [string, () => Document] => [
      `${PAGE}/${name}`,
      () => ({ type, body, headers }),
    ]),
  ];
}
