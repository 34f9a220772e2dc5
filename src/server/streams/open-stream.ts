import type { ServerResponse } from 'node:http';
import type { ArrivalKind } from '../../model/event.js';
import type { Followed } from '../../routes/define-stream.js';
import { createLinks, type Links } from '../../routes/links.js';
import type { Arrival, Principal } from '../../store/store.js';

/** Bytes that may wait for a client to read. */
const BACKLOG = 64 * 1024;

/** Time without a byte after which a comment is sent, in milliseconds. */
const HEARTBEAT_EVERY = 15_000;

/** The client of a stream. */
export interface StreamHolder {
  tokenHash: string;
  grantId: string;
  /** The account that the grant belongs to; null for a token that the host has created. */
  accountId: string | null;
  clientAddress: string;
  /** True when the address is a trusted proxy, which is never blacklisted and has no limit. */
  isTrusted: boolean;
  /** Returns true while the principal of the token may follow the stream. */
  mayFollow(principal: Principal): boolean;
}

export interface StreamOptions {
  kind: ArrivalKind;
  followed: Followed;
  holder: StreamHolder;
  /** The last arrival that the client has. */
  cursor: number;
  /** True if items may be missing before the cursor. */
  isReset: boolean;
  /** The origin of the addresses in messages. */
  origin: string;
}

/** The cause of a stream's end, for the log. */
export type StreamEnd = 'closed' | 'token' | 'blacklist' | 'shutdown';

/** An open stream. It keeps no message: while its client does not read, its cursor stays. */
export class OpenStream {
  readonly kind: ArrivalKind;
  readonly holder: StreamHolder;
  readonly characterUid: string;
  cursor: number;
  /** The number of messages sent. */
  sent = 0;
  ended: StreamEnd = 'closed';
  readonly #followed: Followed<object>;
  readonly #links: Links;
  readonly #response: ServerResponse;
  /** The cursor that the client knows. */
  #knownCursor: number;
  /** Time of the last write, in Unix milliseconds. */
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
    this.#links = createLinks(origin);
    this.#response = response;
    this.#knownCursor = cursor;
    this.#writtenAt = now;
    this.#write(formatRetry() + (isReset ? formatReset : formatCursor)(cursor), now);
  }

  /** True while the client has not read what was written, or the stream has ended. */
  get isBlocked(): boolean {
    return this.#hasEnded || this.#response.writableLength >= BACKLOG;
  }

  /** Sends those of some arrivals that are for this client, and moves the cursor behind them. */
  send(arrivals: readonly Arrival<object>[], upTo: number, now: number): void {
    let text = '';
    let lastReset = '';
    for (const { sequence, item, characterUids } of arrivals) {
      if (item === undefined) {
        // What was removed since may have been for this client. Of several resets in a row the last one is enough.
        lastReset = formatReset(sequence);
        this.#knownCursor = sequence;
        continue;
      }
      const message = characterUids.includes(this.characterUid) && this.#followed.message(item, this.#links);
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

  /** Writes a comment to a quiet client, and the cursor if the client does not know it. */
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

/** Formats an item. JSON holds no line end. */
function formatMessage(id: string, data: object): string {
  return `id: ${id}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** Formats the message that items may be missing before a cursor. */
function formatReset(cursor: number): string {
  return `event: reset\nid: @${cursor}\ndata: {}\n\n`;
}

/** Formats the cursor to continue from. It has data, since some libraries drop an id that comes alone. */
function formatCursor(cursor: number): string {
  return `event: place\nid: @${cursor}\ndata: {}\n\n`;
}

/** Formats the time before a reconnect, which is random so that not all clients come at once. */
function formatRetry(): string {
  return `retry: ${Math.round(1000 + Math.random() * 2000)}\n\n`;
}

/** A comment, which keeps proxies and clients from taking a quiet stream for a dead one. */
const HEARTBEAT = ': heartbeat\n\n';
