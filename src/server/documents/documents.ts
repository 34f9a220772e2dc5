import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { RateLimit } from '../../domain/rate-limit.js';
import { describeHost } from '../../openapi/host.js';
import { packageFolder, packageVersion } from '../../package.js';
import { fillIn } from '../../page/server/places.js';
import { PREFIX } from '../../routes/path.js';
import type { AddressOptions } from '../request/base-url.js';
import { digestOf } from '../response/envelope.js';
import { readPageFiles, readRendered } from './page-files.js';

interface Document {
  type: string;
  body: string | Buffer;
  headers: Record<string, string>;
}

/** Strong ETags differ per content coding (RFC 9110, 8.8.3). */
export type Representation = Document & { body: Buffer; etag: string; encoding?: 'gzip' };

/** The documents by path, compressed by gzip or not. Each is built at its first request, and cached. */
export type Documents = ReadonlyMap<string, (isZipped: boolean) => Promise<Representation>>;

export interface PageOptions {
  contact?: string | undefined;
  demoToken?: string | undefined;
}

export const PAGE = `${PREFIX}/documentation`;

/** The client that fits this service, which the build packs for npm. */
export const CLIENT = `svcapi-client-${packageVersion()}.tgz`;

const GZIP = 'application/gzip';

const EXAMPLE_URL = 'http://127.0.0.1:8080';

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

export function buildDocuments(
  rate: RateLimit,
  { contact, demoToken, publicUrl }: PageOptions & AddressOptions = {},
): Documents {
  const openApi = () => {
    const settings = { url: publicUrl ?? '', rateLimit: rate.limit, rateWindow: rate.window / 1000, contact };
    return JSON.stringify(describeHost(JSON.parse(readRendered('openapi.json')), settings));
  };
  const files = readPageFiles();
  const page = () => {
    const isDemo = demoToken !== undefined;
    return fillIn(readRendered('documentation.html'), { rate, contact, isDemo, baseUrl: publicUrl ?? EXAMPLE_URL });
  };
  const cached = (rule: string) => ({ 'Cache-Control': rule });
  const html = { 'Content-Security-Policy': POLICY, ...cached('no-cache') };
  const documents: [path: string, build: () => Document][] = [
    [PAGE, () => ({ type: 'text/html; charset=utf-8', body: page(), headers: html })],
    // The name of a file changes with its content, so that browsers can keep it for ever.
    ...files.map(({ name, ...file }): [string, () => Document] => [
      `${PAGE}/${name}`,
      () => ({ ...file, headers: cached('public, max-age=31536000, immutable') }),
    ]),
    [
      `${PREFIX}/openapi.json`,
      () => ({ type: 'application/json; charset=utf-8', body: openApi(), headers: cached('no-cache') }),
    ],
  ];
  const client = join(packageFolder(), 'dist/client', CLIENT);
  if (existsSync(client)) {
    const body = readFileSync(client);
    documents.push([`${PREFIX}/${CLIENT}`, () => ({ type: GZIP, body, headers: cached('public, no-cache') })]);
  }
  return new Map(documents.map(([path, build]) => [path, keep(build)]));
}

export async function loadDocuments(documents: Documents): Promise<void> {
  for (const represent of documents.values()) await represent(true);
}

const toGzip = promisify(gzip);

function keep(build: () => Document): (isZipped: boolean) => Promise<Representation> {
  let plain: Representation | undefined;
  let zipped: Representation | undefined;
  return async (isZipped) => {
    plain ??= represent(build());
    if (!isZipped || plain.type === GZIP) return plain;
    const coded = { etag: `${plain.etag}-gzip`, encoding: 'gzip' } as const;
    zipped ??= { ...plain, ...coded, body: await toGzip(plain.body, { level: 9 }) };
    return zipped;
  };
}

function represent(document: Document): Representation {
  const body = Buffer.from(document.body);
  return { ...document, body, etag: digestOf(body) };
}
