import type { ServerResponse } from 'node:http';
import type { ArrivalKind } from '../../model/arrival.js';
import type { Followed } from '../../routes/define-stream.js';
import { createLinks } from '../../routes/links.js';
import type { Arrival, Principal } from '../../store/store.js';
import { formatMessage, formatPlace, formatReset, formatRetry, HEARTBEAT } from './message.js';

/** Characters that are gathered before they are written: a write costs more than a message. */
const CHUNK = 16 * 1024;

/** Bytes that may wait for the client to read. */
const BACKLOG = 64 * 1024;

/** Whose stream it is. */
export interface StreamHolder {
  /** The hash of its token. */
  tokenHash: string;
  /** The grant of its token, whose streams are counted together. */
  grantId: string;
  /** Returns true while the holder of its token may follow what it follows. */
  mayFollow(principal: Principal): boolean;
  clientAddress: string;
  /** True when the address is a trusted proxy, which is never blacklisted. */
  isTrusted: boolean;
}

export interface StreamOptions {
  kind: ArrivalKind;
  followed: Followed;
  holder: StreamHolder;
  /** The place that the client has reached. */
  place: number;
  /** True if items may be missing between the place that the client has named and this one. */
  isReset: boolean;
  /** The address of the service, for links. */
  baseUrl: string;
}

/**
 * An open stream. It keeps no message: when the client does not read, nothing more is written, and its place stays where it
 * is.
 */
export class OpenStream {
  readonly kind: ArrivalKind;
  readonly characterUid: string;
  readonly holder: StreamHolder;
  /** The place up to which the client has what it follows. */
  place: number;
  /** True while what was written waits for the client to read. */
  isBlocked = false;
  /** The number of messages sent. */
  sent = 0;
  /** Time of the last write, in Unix milliseconds. */
  writtenAt = 0;
  readonly #followed: Followed<object>;
  readonly #baseUrl: string;
  readonly #response: ServerResponse;
  #gathered = '';
  #hasEnded = false;
  /** The place that the client knows. */
  #knownPlace: number;

  /** @param onDrain called when the client has read what was written, after it did not */
  constructor(
    { kind, followed, holder, place, baseUrl }: StreamOptions,
    response: ServerResponse,
    onDrain: () => void,
  ) {
    this.kind = kind;
    this.holder = holder;
    this.place = place;
    this.characterUid = followed.characterUid;
    this.#followed = followed as Followed<object>;
    this.#baseUrl = baseUrl;
    this.#response = response;
    this.#knownPlace = place;
    // Of the response, Node reports no drain once the client has sent a CONNECT behind the request.
    const { socket } = response;
    socket?.on('drain', onDrain);
    response.once('close', () => socket?.off('drain', onDrain));
  }

  /** Goes on where the client has read what was written. Call it before a page of arrivals: what is left out within one would be lost. */
  resume(): void {
    if (this.isBlocked && !this.#response.socket?.writableNeedDrain) this.isBlocked = false;
  }

  /** Writes the first bytes: how long to wait before a reconnect, and the place to continue from. */
  begin(retry: number, isReset: boolean, now: number): void {
    this.#gathered = formatRetry(retry) + (isReset ? formatReset(this.place) : formatPlace(this.place));
    this.flush(now);
  }

  /** Sends an arrival at its turn. One that was removed since may have been for this client. */
  send({ sequence, item }: Arrival<object>, now: number): void {
    if (this.isBlocked || this.#hasEnded || sequence <= this.place) return;
    this.place = sequence;
    if (item === undefined) {
      this.#reset();
      return;
    }
    const message = this.#followed.message(item, createLinks(this.#baseUrl));
    if (message === undefined) return;
    this.sent += 1;
    this.#gathered += formatMessage(message.id, message.data);
    this.#knownPlace = sequence;
    if (this.#gathered.length >= CHUNK) this.flush(now);
  }

  /** Says that what arrived before a place is not known any more, and continues there. */
  resetTo(place: number): void {
    this.place = place;
    this.#reset();
  }

  /** Moves the place of a client that has all up to there. */
  reach(place: number): void {
    if (!this.isBlocked && place > this.place) this.place = place;
  }

  /** Writes a comment, and the place if the client does not know it. */
  heartbeat(now: number): void {
    this.#gathered += this.place === this.#knownPlace ? HEARTBEAT : HEARTBEAT + formatPlace(this.place);
    this.#knownPlace = this.place;
    this.flush(now);
  }

  /** Writes what was gathered. */
  flush(now: number): void {
    if (this.#gathered === '' || this.#hasEnded) return;
    const text = this.#gathered;
    this.#gathered = '';
    this.writtenAt = now;
    const isFull = !this.#response.write(text);
    this.isBlocked = isFull && this.#response.writableLength >= BACKLOG;
  }

  /** Ends the stream after what was written; one whose client does not read is cut off. */
  end(retry: number): void {
    if (this.isBlocked) this.cut();
    else this.#response.end(formatRetry(retry));
    this.#hasEnded = true;
  }

  /** Closes the connection without another byte. */
  cut(): void {
    this.#response.destroy();
  }

  #reset(): void {
    // Several in a row say no more than the last.
    this.#gathered = this.#gathered.replace(/event: reset\nid: @\d+\ndata: \{\}\n\n$/, '') + formatReset(this.place);
    this.#knownPlace = this.place;
  }
}
