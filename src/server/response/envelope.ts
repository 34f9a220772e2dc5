import { VERSION } from '../../routes/envelope.js';
import type { Format } from '../state.js';
import { type PayloadMap, writeElements, writeXml } from './write-xml.js';

/** The fields of an answer beside its payload. Reference, section 2.1. */
export interface Head {
  /** Unix seconds. */
  timestamp: number;
  resource: string;
  /** The path of the request. */
  request: string;
}

/** Writes a payload in a format, without its envelope. */
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

/** Writes a payload with its envelope. */
export function writeEnvelope(format: Format, { svcapi, ...head }: Head & { svcapi: object }): string {
  return wrapPayload(format, head, writePayload(format, svcapi));
}
