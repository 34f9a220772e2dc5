import type { ServerResponse } from 'node:http';
import type { ArrivalKind } from '../../model/event.js';
import type { Followed } from '../../routes/define-stream.js';
import { createLinks } from '../../routes/links.js';
import type { Arrival, Principal } from '../../store/store.js';

/** Bytes that may wait for a client to read. */
const BACKLOG = 64 * 1024;

/** Milliseconds without a byte after which a comment is sent. */
const HEARTBEAT_EVERY = 15_000;

export interface StreamHolder {
  tokenHash: string;
  grantId: string;
  /** Null for a token that the host has created. */
  accountId: string | null;
  clientAddress: string;
  isTrusted: boolean;
  mayFollow(principal: Principal): boolean;
}

export interface StreamOptions {
  kind: ArrivalKind;
  followed: Followed;
  holder: StreamHolder;
  cursor: number;
  /** True if items may be missing before the cursor. */
  isReset: boolean;
  origin: string;
}

export type StreamEnd = 'closed' | 'token' | 'blacklist' | 'shutdown';

/** Keeps no message: while its client does not read, its cursor stays. */
export class OpenStream {
  readonly kind: ArrivalKind;
  readonly holder: StreamHolder;
  readonly characterUid: string;
  cursor: number;
  sent = 0;
  ended: StreamEnd = 'closed';
  readonly #followed: Followed<object>;
  readonly #origin: string;
  readonly #response: ServerResponse;
  /** The last cursor that was sent. */
  #knownCursor: number;
  #writtenAt: number;
  #hasEnded = false;

  constructor(
    { kind, followed, holder, cursor, isReset, origin }: StreamOptions,
    response: ServerResponse,
    now: number,
  ) {
    this.kind = kind;
    this.holder = holder;
    this.characterUid = followed.characterUid;
    this.cursor = cursor;
    this.#followed = followed as Followed<object>;
    this.#origin = origin;
    this.#response = response;
    this.#knownCursor = cursor;
    this.#writtenAt = now;
    this.#write(formatRetry() + (isReset ? formatReset : formatCursor)(cursor), now);
  }

  get isBlocked(): boolean {
    return this.#hasEnded || this.#response.writableLength >= BACKLOG;
  }

  send(arrivals: readonly Arrival<object>[], upTo: number, now: number): void {
    const links = createLinks(this.#origin);
    let text = '';
    let lastReset = '';
    for (const { sequence, item, characterUids } of arrivals) {
      if (item === undefined) {
        // A removed item may have been for this client. Of several resets in a row the last one is enough.
        lastReset = formatReset(sequence);
        this.#knownCursor = sequence;
        continue;
      }
      const message = characterUids.includes(this.characterUid) && this.#followed.message(item, links);
      if (!message) continue;
      text += lastReset + formatMessage(message.id, message.data);
      lastReset = '';
      this.#knownCursor = sequence;
      this.sent += 1;
    }
    this.cursor = upTo;
    this.#write(text + lastReset, now);
  }

  /** Continues at a later cursor, since the arrivals before it are no longer known. */
  resetTo(cursor: number, now: number): void {
    this.cursor = cursor;
    this.#knownCursor = cursor;
    this.#write(formatReset(cursor), now);
  }

  beat(now: number): void {
    if (now < this.#writtenAt + HEARTBEAT_EVERY && now >= this.#writtenAt) return;
    this.#write(this.cursor === this.#knownCursor ? HEARTBEAT : HEARTBEAT + formatCursor(this.cursor), now);
    this.#knownCursor = this.cursor;
  }

  /** Ends the stream. A blacklisted address gets no more bytes, and a client that does not read is cut off. */
  end(cause: StreamEnd): void {
    if (cause === 'blacklist' || this.isBlocked) this.#response.destroy();
    else this.#response.end(formatRetry());
    this.ended = cause;
    this.#hasEnded = true;
  }

  #write(text: string, now: number): void {
    if (text === '' || this.#hasEnded) return;
    this.#writtenAt = now;
    this.#response.write(text);
  }
}

// The messages of a stream (HTML, section 9.2). An id that begins with @ is a cursor in the order of arrivals.

/** JSON leaves these as they are, and libraries of Python end a line at each. */
const LINE_ENDS = /[\u0085\u2028\u2029]/g;

function formatMessage(id: string, data: object): string {
  const json = JSON.stringify(data).replace(
    LINE_ENDS,
    (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return `id: ${id}\ndata: ${json}\n\n`;
}

function formatReset(cursor: number): string {
  return `event: reset\nid: @${cursor}\ndata: {}\n\n`;
}

/** Formats the cursor to continue from. It has data, since some libraries drop an id without data. */
function formatCursor(cursor: number): string {
  return `event: place\nid: @${cursor}\ndata: {}\n\n`;
}

/** The time before a reconnect is random, so that not all clients come at once. */
function formatRetry(): string {
  return `retry: ${Math.round(1000 + Math.random() * 2000)}\n\n`;
}

/** A comment keeps proxies and clients from closing a quiet stream. */
const HEARTBEAT = ': heartbeat\n\n';
