import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { digestOf } from '../response/envelope.js';

/** A document that the service serves beside its resources: the OpenAPI description, the page or one of its files. */
export interface Document {
  /** With its charset. */
  type: string;
  body: string | Buffer;
  /** The relative URL that this path redirects to. */
  location?: string;
  /** Header fields, which add to those of every answer or replace them. */
  headers?: Record<string, string>;
}

/** The content codings of documents, the smallest first. */
export const codings = ['br', 'gzip'] as const;
export type Coding = (typeof codings)[number];

/** A document in a content coding. RFC 9110, section 8. */
export interface Representation {
  body: Buffer;
  /** Strong ETags differ per content coding (RFC 9110, 8.8.3). */
  etag: string;
}

const kept = new WeakMap<Document, Map<string, Promise<Representation>>>();

/** Encodes a document. The result is kept for as long as the document. */
export function represent(document: Document, coding: Coding | undefined): Promise<Representation> {
  const made = kept.get(document) ?? new Map<string, Promise<Representation>>();
  kept.set(document, made);
  const known = made.get(coding ?? 'identity');
  if (known) return known;
  const representation = encode(Buffer.from(document.body), coding);
  made.set(coding ?? 'identity', representation);
  // The next request tries again.
  representation.catch(() => made.delete(coding ?? 'identity'));
  return representation;
}

async function encode(bytes: Buffer, coding: Coding | undefined): Promise<Representation> {
  const digest = digestOf(bytes);
  if (coding === undefined) return { body: bytes, etag: digest };
  return { body: await compress[coding](bytes), etag: `${digest}-${coding}` };
}

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** Compressors, which run outside the event loop. Higher levels of Brotli take ten times as long to save a few per cent. */
const compress: Record<Coding, (bytes: Buffer) => Promise<Buffer>> = {
  br: (bytes) => toBrotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
  gzip: (bytes) => toGzip(bytes, { level: 9 }),
};
