import type { ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { Failure } from '../../domain/failure.js';
import type { ArrivalKind } from '../../model/arrival.js';
import type { Arrival, Store } from '../../store/store.js';
import { turn } from '../../turn.js';
import { type Retention, type ShownSince, shownSince } from '../context/retention.js';
import { AddressCounts } from '../http/address-counts.js';
import type { Blacklist } from '../rate-limit/address-blacklist.js';
import { Feed, TURN_AFTER } from './feed.js';
import { OpenStream, type StreamOptions } from './open-stream.js';

/** Time between two questions whether something has arrived, in milliseconds. */
const ASK_EVERY = 100;

/** Time between two checks of tokens and addresses, in milliseconds: what ends a token ends its streams within a second. */
const CHECK_EVERY = 500;

/** Time without a byte after which a comment is sent, in milliseconds. */
const HEARTBEAT_EVERY = 15_000;

/** The shortest and the longest time that clients wait before they reconnect, in milliseconds: not all may come at once. */
const RETRY = { from: 1000, to: 3000 };

/** Seconds after which a client that was refused a stream may try again. */
const RETRY_AFTER = 5;

export interface StreamLimits extends Retention {
  /** Maximum open streams. */
  maxStreams: number;
  /** Maximum open streams of one token, with those that were exchanged for it. */
  maxStreamsPerToken: number;
}

/** Why a stream ended. */
export type StreamEnd = 'closed' | 'token' | 'blacklist' | 'shutdown';

/** The open streams of the process. Nothing is asked while there are none. */
export class Streams {
  /** Streams refused since too many were open: of the process, or of a token. */
  readonly refused = { total: 0, token: 0 };
  readonly #feeds: Readonly<Record<ArrivalKind, Feed>>;
  readonly #store: Store;
  readonly #blacklist: Blacklist;
  readonly #log: Logger;
  readonly #clock: () => number;
  readonly #limits: StreamLimits;
  readonly #ofGrant: AddressCounts;
  readonly #ends = new WeakMap<OpenStream, StreamEnd>();
  /** Streams that are open, or about to be. */
  #places = 0;
  /** Messages of streams that have ended. */
  #sent = 0;
  #isClosing = false;
  #isRunning = false;
  #isWanted = false;
  #timer: NodeJS.Timeout | undefined;
  #checkedAt = 0;

  constructor(
    { store, blacklist, log, clock }: { store: Store; blacklist: Blacklist; log: Logger; clock: () => number },
    limits: StreamLimits,
  ) {
    this.#store = store;
    this.#blacklist = blacklist;
    this.#log = log;
    this.#clock = clock;
    this.#limits = limits;
    this.#ofGrant = new AddressCounts(limits.maxStreamsPerToken);
    this.#feeds = {
      event: new Feed(async (range, uids) => this.#shown(await store.arrivals.events(range, uids), 'events')),
      transaction: new Feed(async (range, uids) =>
        this.#shown(await store.arrivals.transactions(range, uids), 'transactions'),
      ),
    };
  }

  /** The number of open streams of a kind. */
  open(kind: ArrivalKind): number {
    return this.#feeds[kind].streams.size;
  }

  /** The number of messages sent. */
  get sent(): number {
    return this.#all.reduce((sum, { sent }) => sum + sent, this.#sent);
  }

  /**
   * Takes a place for a stream, which is free again when the response closes.
   *
   * @throws {Failure} `too_many_streams` or `unavailable`
   */
  admit(grantId: string, response: ServerResponse): void {
    if (this.#places >= this.#limits.maxStreams) {
      this.refused.total += 1;
      throw new Failure('unavailable', 'The service has reached its limit of open streams. Try again shortly.', {
        retry_after: RETRY_AFTER,
      });
    }
    if (!this.#ofGrant.add(grantId)) {
      this.refused.token += 1;
      throw new Failure('too_many_streams', undefined, { retry_after: RETRY_AFTER });
    }
    this.#places += 1;
    response.once('close', () => {
      this.#places -= 1;
      this.#ofGrant.remove(grantId);
    });
  }

  /** Begins a stream, whose place is taken and whose head is written. */
  begin(options: StreamOptions, response: ServerResponse, requestId: string): void {
    const stream = new OpenStream(options, response, () => this.#wake());
    const { streams } = this.#feeds[options.kind];
    const begun = performance.now();
    streams.add(stream);
    response.once('close', () => {
      streams.delete(stream);
      this.#sent += stream.sent;
      const seconds = Math.round((performance.now() - begun) / 1000);
      const { clientAddress: address } = stream.holder;
      const end = this.#ends.get(stream) ?? 'closed';
      this.#log.info({ requestId, kind: stream.kind, address, messages: stream.sent, seconds, end }, 'stream ended');
    });
    cutWithClient(response);
    stream.begin(retryTime(), options.isReset, this.#clock());
    // EventSource reconnects after the end of a stream, and gives up after any other answer.
    if (this.#isClosing) this.#end(stream, 'shutdown');
    else this.#wake();
  }

  /** Ends all streams. Their clients reconnect, to another instance if there is one. */
  close(): void {
    this.#isClosing = true;
    clearTimeout(this.#timer);
    this.endAll();
  }

  /** Ends all streams; their clients open new ones. */
  endAll(): void {
    for (const stream of this.#all) this.#end(stream, 'shutdown');
  }

  get #all(): OpenStream[] {
    return [...this.#feeds.event.streams, ...this.#feeds.transaction.streams];
  }

  #end(stream: OpenStream, end: StreamEnd): void {
    this.#ends.set(stream, end);
    if (end === 'blacklist') stream.cut();
    else stream.end(retryTime());
  }

  /** Looks at once, or again if it is looking. */
  #wake(): void {
    this.#isWanted = true;
    if (this.#isRunning) return;
    clearTimeout(this.#timer);
    setImmediate(() => void this.#run());
    this.#isRunning = true;
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    this.#isWanted = false;
    const now = this.#clock();
    try {
      await this.#check(now);
      const isBehind = await this.#advance(now);
      this.#isWanted ||= isBehind;
    } catch (error) {
      // Streams wait while the database is unavailable, and miss nothing.
      if (!(error instanceof Failure)) this.#log.error({ err: error }, 'fault in the streams');
      this.#isWanted = false;
    }
    this.#isRunning = false;
    if (this.#isClosing || this.#all.length === 0) return;
    if (this.#isWanted) this.#wake();
    else this.#timer = setTimeout(() => void this.#run(), ASK_EVERY);
  }

  /** Leaves out items that are too old, as if they were removed by now. */
  #shown<Item extends { time: number }>(arrivals: Arrival<Item>[], history: keyof ShownSince): Arrival<Item>[] {
    const since = shownSince(this.#limits, Math.floor(this.#clock() / 1000))[history];
    return arrivals.map((each) => (each.item && each.item.time < since ? { ...each, item: undefined } : each));
  }

  async #advance(now: number): Promise<boolean> {
    const { event, transaction } = this.#feeds;
    const span = await this.#store.arrivals.span();
    const isBehind = [await event.advance(span, now), await transaction.advance(span, now)];
    for (const [index, stream] of this.#all.entries()) {
      if (index % TURN_AFTER === TURN_AFTER - 1) await turn();
      // What a client has not read needs no sign of life.
      if (!stream.isBlocked && isPast(stream.writtenAt + HEARTBEAT_EVERY, stream.writtenAt, now)) stream.heartbeat(now);
    }
    return isBehind.includes(true);
  }

  /** Ends the streams whose token would not open them any more, and those of blacklisted addresses. */
  async #check(now: number): Promise<void> {
    if (!isPast(this.#checkedAt + CHECK_EVERY, this.#checkedAt, now)) return;
    this.#checkedAt = now;
    const all = this.#all;
    const hashes = [...new Set(all.map(({ holder }) => holder.tokenHash))];
    const principals = await this.#store.tokens.principals(hashes, Math.floor(now / 1000));
    const exposed = all.filter(({ holder }) => !holder.isTrusted);
    const listed = await this.#blacklist.among(new Set(exposed.map(({ holder }) => holder.clientAddress)), now);
    for (const stream of all) {
      const principal = principals.get(stream.holder.tokenHash);
      if (!principal || !stream.holder.mayFollow(principal)) this.#end(stream, 'token');
    }
    for (const stream of exposed) if (listed.has(stream.holder.clientAddress)) this.#end(stream, 'blacklist');
  }
}

/**
 * Closes a response with the writing side of its client. To an answer that may mean nothing, and the server keeps such a
 * connection open for it; of a stream, nobody is left to read.
 */
function cutWithClient(response: ServerResponse): void {
  const { socket } = response;
  const cut = () => response.destroy();
  if (socket?.readableEnded) setImmediate(cut);
  socket?.once('end', cut);
  response.once('close', () => socket?.off('end', cut));
}

/** Returns true when a time has come, or the clock was set back behind the time before it. */
function isPast(time: number, before: number, now: number): boolean {
  return now >= time || now < before;
}

/** Returns a time before a reconnect, in milliseconds. */
function retryTime(): number {
  return Math.round(RETRY.from + Math.random() * (RETRY.to - RETRY.from));
}
