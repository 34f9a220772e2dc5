import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Document } from './documents.js';

/** The codings that a document can be sent in, the smallest first. */
export const codings = ['br', 'gzip'] as const;
export type Coding = (typeof codings)[number];

/** A document as it goes over the wire. RFC 9110, section 8. */
export interface Representation {
  body: Buffer;
  /** Different for each coding, as what it names is. */
  etag: string;
}

const kept = new WeakMap<Document, Map<string, Promise<Representation>>>();

/** Puts a document into a coding. What was made is kept for as long as the document is. */
export function represent(document: Document, coding: Coding | undefined): Promise<Representation> {
  const made = kept.get(document) ?? new Map<string, Promise<Representation>>();
  kept.set(document, made);
  const known = made.get(coding ?? 'identity');
  if (known) return known;
  const representation = encode(Buffer.from(document.body), coding);
  made.set(coding ?? 'identity', representation);
  return representation;
}

async function encode(bytes: Buffer, coding: Coding | undefined): Promise<Representation> {
  const digest = createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
  if (coding === undefined) return { body: bytes, etag: digest };
  return { body: await compress[coding](bytes), etag: `${digest}-${coding}` };
}

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** These run beside the event loop. Brotli's higher levels take ten times as long for a few per cent. */
const compress: Record<Coding, (bytes: Buffer) => Promise<Buffer>> = {
  br: (bytes) => toBrotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
  gzip: (bytes) => toGzip(bytes, { level: 9 }),
};
