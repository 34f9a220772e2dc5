import { setImmediate } from 'node:timers/promises';
import { VERSION } from '../../routes/envelope.js';
import { holdsLongList, type NodeMap } from './payload-node.js';
import { jsonPieces } from './write-json.js';
import { writeXml, xmlPieces } from './write-xml.js';

export type Format = 'application/json' | 'application/xml' | 'text/xml';

/** The formats, by the names that a suffix, `?format=` and the settings have for them. */
export const formatsByName = { json: 'application/json', xml: 'application/xml' } as const satisfies Record<
  string,
  Format
>;

export type FormatName = keyof typeof formatsByName;

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

/** The time after which writing an answer lets other requests run, in milliseconds. */
const TURN = 2;

/** Writes an answer that can contain a long list, taking turns with other requests. */
export async function writeInTurns(format: Format, envelope: Envelope): Promise<string> {
  const { timestamp, resource, request } = envelope;
  const svcapi = envelope.svcapi as NodeMap;
  if (!holdsLongList(svcapi)) return writeEnvelope(format, envelope);
  const head = { version: VERSION, timestamp, resource, request };
  const pieces =
    format === 'application/json'
      ? jsonPieces({ ...head, svcapi })
      : xmlPieces('svcapi', { attributes: head, ...svcapi });
  let text = '';
  let turnEnds = 0;
  for (const piece of pieces) {
    if (performance.now() >= turnEnds) {
      await setImmediate();
      turnEnds = performance.now() + TURN;
    }
    text += piece;
  }
  return text;
}
