import type { RateLimit } from '../../domain/rate-limit.js';
import { examples } from '../../openapi/examples.js';
import { packageVersion } from '../../package.js';
import { renderPage } from '../../page/server/index.js';
import type { Route } from '../../routes/define-route.js';
import { PREFIX } from '../../routes/path.js';
import type { AddressOptions } from '../request/base-url.js';
import { pageAssets, readPageFiles } from './page-files.js';
import type { Document } from './representation.js';

/** The path of the page; those of its files begin with it. */
export const PAGE = `${PREFIX}/documentation`;

/** The address in the examples of a service without a public URL: that of a service on the reader's machine. */
const EXAMPLE_URL = 'http://127.0.0.1:8080';

/** The content security policy of the page: it loads its own files only, and has no inline script or style. */
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

/** The options that the page depends on. */
export interface PageOptions {
  /** The email address or URL under which clients reach the host. */
  contact?: string | undefined;
  /** The token of a demo galaxy, for readers of the page. */
  demoToken?: string | undefined;
}

/** Builds the page and its files, by path. */
export function buildPageDocuments(
  routes: readonly Route[],
  rate: RateLimit,
  { contact, demoToken, publicUrl = EXAMPLE_URL }: PageOptions & AddressOptions,
): [path: string, () => Document][] {
  const files = readPageFiles();
  const assets = pageAssets(files, 'documentation/');
  const isDemo = demoToken !== undefined;
  const contents = { routes, rate, examples, contact, isDemo, version: packageVersion(), assets };
  const page = (): Document => ({
    type: 'text/html; charset=utf-8',
    body: renderPage({ ...contents, baseUrl: publicUrl }),
    headers: { 'Content-Security-Policy': POLICY, 'Cache-Control': 'no-cache' },
  });
  // The name of a file changes with its content, so that browsers can keep it for ever.
  const headers = { 'Cache-Control': 'public, max-age=31536000, immutable' };
  return [
    [PAGE, page],
    ...files.map(({ name, type, body }): [string, () => Document] => [
      `${PAGE}/${name}`,
      () => ({ type, body, headers }),
    ]),
  ];
}
