import { VERSION } from '../../routes/envelope.js';
import { turn } from '../../turn.js';
import type { Format } from '../context/format.js';
import { beginDigest, digestOf, endDigest } from './etag.js';
import { holdsLongList, type PayloadMap } from './payload-node.js';
import { jsonChunks } from './write-json.js';
import { writeXml, xmlChunks } from './write-xml.js';

/** An answer before it is written. Reference, section 2.1. */
export interface Envelope {
  /** Unix seconds. */
  timestamp: number;
  resource: string;
  /** The path of the request. */
  request: string;
  svcapi: object;
}

/** Writes an answer in a format. Both formats are written from the same payload. */
export function writeEnvelope(format: Format, { timestamp, resource, request, svcapi }: Envelope): string {
  const head = { version: VERSION, timestamp, resource, request };
  if (format === 'application/json') return JSON.stringify({ ...head, svcapi });
  return writeXml('svcapi', { attributes: head, ...svcapi });
}

/** An answer that is written. */
export interface Written {
  /** The text, or the bytes of a long one. */
  text: string | Buffer;
  /** The place of the timestamp in the text. All before it is ASCII. */
  from: number;
  to: number;
  /** A digest of the text without the timestamp and what is before it. */
  digest: string;
}

const SAMPLE = 1_234_567_890;

/** Returns the place of the timestamp in every answer of a format. */
function placeOfTime(format: Format): number {
  return writeEnvelope(format, { timestamp: SAMPLE, resource: '', request: '', svcapi: {} }).indexOf(String(SAMPLE));
}

const inXml = placeOfTime('application/xml');
const placesOfTime: Readonly<Record<Format, number>> = {
  'application/json': placeOfTime('application/json'),
  'application/xml': inXml,
  'text/xml': inXml,
};

/** Writes an answer that can contain a long list, taking turns with other requests. */
export function write(format: Format, envelope: Envelope): Written | Promise<Written> {
  const from = placesOfTime[format];
  const to = from + String(envelope.timestamp).length;
  if (holdsLongList(envelope.svcapi as PayloadMap)) return writeInTurns(format, envelope, { from, to });
  const text = writeEnvelope(format, envelope);
  return { text, from, to, digest: digestOf(text.slice(to)) };
}

/** Writes chunks as bytes: the whole as one text would be joined and encoded at once, which takes some milliseconds for each megabyte. */
async function writeInTurns(
  format: Format,
  { timestamp, resource, request, svcapi: payload }: Envelope,
  place: Pick<Written, 'from' | 'to'>,
): Promise<Written> {
  const svcapi = payload as PayloadMap;
  const head = { version: VERSION, timestamp, resource, request };
  const chunks =
    format === 'application/json'
      ? jsonChunks({ ...head, svcapi })
      : xmlChunks('svcapi', { attributes: head, ...svcapi });
  const digest = beginDigest();
  const written: Buffer[] = [];
  let length = 0;
  for (const chunk of chunks) {
    await turn();
    const bytes = Buffer.from(chunk);
    digest.update(length >= place.to ? bytes : bytes.subarray(place.to - length));
    written.push(bytes);
    length += bytes.length;
  }
  return { text: Buffer.concat(written, length), ...place, digest: endDigest(digest) };
}
