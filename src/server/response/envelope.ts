import { hash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import fresh from 'fresh';
import type { Failure } from '../../domain/failure.js';
import { VERSION } from '../../routes/envelope.js';
import type { Format } from '../state.js';
import { type PayloadMap, writeElements, writeXml } from './write-xml.js';

/** Returns the fields of every answer as a literal: V8 takes sixty times as long to add fields to a copy of an object. */
export function commonFields(requestId: string) {
  return {
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    'Referrer-Policy': 'no-referrer',
    'X-Request-Id': requestId,
  };
}

/** Header fields of a request that an answer depends on (RFC 9110, section 12.5.5). */
export const vary = { answer: 'Accept, Authorization, Origin', document: 'Accept, Origin' };

export interface Head {
  /** Unix seconds. */
  timestamp: number;
  resource: string;
  request: string;
}

export function writePayload(format: Format, payload: object): string {
  return format === 'application/json' ? JSON.stringify(payload) : writeElements(payload as PayloadMap);
}

/** Puts the envelope around a payload that is written in the same format. */
export function wrapPayload(format: Format, { timestamp, resource, request }: Head, payload: string): string {
  const head = { version: VERSION, timestamp, resource, request };
  if (format === 'application/json') return `${JSON.stringify(head).slice(0, -1)},"svcapi":${payload}}`;
  const empty = writeXml('svcapi', { attributes: head });
  return `${empty.slice(0, -'/>'.length)}>${payload}</svcapi>`;
}

/** @param now Unix milliseconds */
export function writeFailure(format: Format, failure: Failure, request: string, now: number): string {
  const { allow: _, ...details } = failure.details;
  const payload = { error_code: failure.definition.status, error_message: failure.message, error: failure.code };
  const head = { timestamp: Math.floor(now / 1000), resource: 'error', request };
  return wrapPayload(format, head, writePayload(format, { ...payload, ...details }));
}

/** 128 bits. */
const DIGEST_LENGTH = 22;

/** Nobody gains by two contents of one digest: SHA-1 is enough, and takes half the instructions of SHA-256. */
export function digestOf(content: string | Buffer): string {
  return hash('sha1', content, 'base64url').slice(0, DIGEST_LENGTH);
}

/** Compression modules of proxies append these to an ETag, which may itself end in a dash. */
const CODINGS = ['-', '--', ';'].map((mark) => new RegExp(`${mark}(?:gzip|br|zstd|deflate)(?=")`, 'g'));

/** Compares If-None-Match weakly (RFC 9110, section 13.1.2). */
export function hasAlready(headers: IncomingHttpHeaders, etag: string): boolean {
  const { 'if-none-match': known } = headers;
  if (known === undefined) return false;
  // A strong ETag has the coding of this service.
  const codings = etag.startsWith('W/') ? CODINGS : [];
  const list = [...new Set([known, ...codings.map((coding) => known.replace(coding, ''))])].join();
  // “Cache-Control: no-cache”, which `fetch` adds, must not count; fresh knows only spaces as white space.
  return fresh({ 'if-none-match': list.replaceAll('\t', ' ').trim() }, { etag });
}
