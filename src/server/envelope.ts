import { writeXml } from './xml.js';

/** The version of the API that every envelope names. Reference, section 9.2. */
const VERSION = '2.0';

export type Format = 'application/json' | 'application/xml' | 'text/xml';

/** An answer before it is written: reference, section 2.1. */
export interface Envelope {
  /** Unix seconds. */
  timestamp: number;
  resource: string;
  /** The path that was asked for. */
  request: string;
  svcapi: object;
}

/** Writes an answer in a format. Both formats are drawn from the same payload and say the same. */
export function writeEnvelope(format: Format, { timestamp, resource, request, svcapi }: Envelope): string {
  const head = { version: VERSION, timestamp, resource, request };
  if (format === 'application/json') return JSON.stringify({ ...head, svcapi });
  return writeXml('svcapi', { attributes: head, ...svcapi });
}
