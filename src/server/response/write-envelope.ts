import { setImmediate } from 'node:timers/promises';
import { VERSION } from '../../routes/envelope.js';
import { holdsLongList, type NodeMap } from './payload-node.js';
import { jsonPieces } from './write-json.js';
import { writeXml, xmlPieces } from './write-xml.js';

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

/** For how long an answer is written before others have their turn, in milliseconds. */
const TURN = 2;

/** Writes an answer that can hold a long list, taking turns with the other requests. */
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
