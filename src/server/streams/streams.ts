import type { ServerResponse } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import type { Logger } from 'pino';
import { Failure } from '../../domain/failure.js';
import type { ArrivalKind } from '../../model/event.js';
import type { Arrival, Store } from '../../store/store.js';
import { turn } from '../../turn.js';
import type { Blacklist } from '../rate-limit/blacklist.js';
import { type Retention, shownSince } from '../state.js';
import { OpenStream, type StreamHolder, type StreamOptions } from './open-stream.js';

const READ_EVERY = 100;

/** Milliseconds: while a query waits for the database, heartbeats that are due are sent this often. */
const BEAT_EVERY = 1000;

/** Milliseconds: revoking a token ends its streams within a second. */
const CHECK_EVERY = 500;

const PAGE_SIZE = 100;

/** The number of streams without a message after which others have their turn. */
const TURN_AFTER = 20;

/** Seconds. */
const RETRY_AFTER = 5;

/** Maximum open streams of each, so that nobody takes all streams of the process. */
const MAX_STREAMS = { token: 10, account: 20, address: 100 };

export interface StreamLimits extends Retention {
  maxStreams: number;
}

interface StreamParts {
  store: Store;
  blacklist: Blacklist;
  log: Logger;
  clock(): number;
  /** Returns milliseconds for heartbeats and intervals. It runs where the clock of a sandbox stands still. */
  timer(): number;
}

export class Streams {
  readonly #parts: StreamParts;
  readonly #limits: StreamLimits;
  readonly #streams = new Set<OpenStream>();
  /** The holders of all streams that are open, or about to be. */
  readonly #holders = new Set<StreamHolder>();
  #isClosing = false;
  #isRunning = false;
  #checkedAt = 0;

  constructor(parts: StreamParts, limits: StreamLimits) {
    this.#parts = parts;
    this.#limits = limits;
  }

  get open(): number {
    return this.#streams.size;
  }

  /** Counts a stream until its response closes. @throws {Failure} `too_many_streams` or `unavailable` */
  admit(holder: StreamHolder, response: ServerResponse): void {
    const { grantId, accountId, clientAddress, isTrusted } = holder;
    const holders = [...this.#holders];
    const open = {
      token: holders.filter((each) => each.grantId === grantId).length,
      account: accountId === null ? 0 : holders.filter((each) => each.accountId === accountId).length,
      address: isTrusted ? 0 : holders.filter((each) => each.clientAddress === clientAddress).length,
    };
    for (const [limit, maximum] of Object.entries(MAX_STREAMS)) {
      if (open[limit as keyof typeof open] < maximum) continue;
      const message = `This ${limit} has reached its limit of ${maximum} open streams. Close one first.`;
      throw new Failure('too_many_streams', message, { retry_after: RETRY_AFTER });
    }
    if (holders.length >= this.#limits.maxStreams) {
      const message = 'The service has reached its limit of open streams. Try again shortly.';
      throw new Failure('unavailable', message, { retry_after: RETRY_AFTER });
    }
    this.#holders.add(holder);
    response.once('close', () => this.#holders.delete(holder));
  }

  /** Begins an admitted stream after its head is written. */
  begin(options: StreamOptions, response: ServerResponse, requestId: string): void {
    const { timer, log } = this.#parts;
    const begun = performance.now();
    const stream = new OpenStream(options, response, timer());
    this.#streams.add(stream);
    response.once('close', () => {
      this.#streams.delete(stream);
      const { kind, sent: messages, ended: end, holder } = stream;
      const seconds = Math.round((performance.now() - begun) / 1000);
      log.info({ requestId, kind, address: holder.clientAddress, messages, seconds, end }, 'stream ended');
    });
    closeWithClient(response);
    // EventSource reconnects after the end of a stream, and gives up after any other answer.
    if (this.#isClosing) stream.end('shutdown');
    else if (!this.#isRunning) void this.#run();
  }

  /** Ends all streams, unless `isForNow` also those that are opened later. Their clients reconnect, to another instance if there is one. */
  close(isForNow = false): void {
    this.#isClosing = !isForNow;
    for (const stream of this.#streams) stream.end('shutdown');
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    while (this.#streams.size > 0 && !this.#isClosing) {
      let hasMore = false;
      const beating = setInterval(() => this.#beat(), BEAT_EVERY).unref();
      try {
        const now = this.#parts.timer();
        await this.#check(now);
        hasMore = await this.#advance(now);
      } catch (error) {
        // Streams wait while the database is unavailable, and miss nothing.
        if (!(error instanceof Failure)) this.#parts.log.error({ err: error }, 'fault in the streams');
        this.#beat();
      } finally {
        clearInterval(beating);
      }
      await setTimeout(hasMore ? 0 : READ_EVERY, undefined, { ref: false });
    }
    this.#isRunning = false;
  }

  #beat(): void {
    const now = this.#parts.timer();
    for (const stream of this.#streams) if (!stream.isBlocked) stream.beat(now);
  }

  async #advance(now: number): Promise<boolean> {
    const { first, last } = await this.#parts.store.arrivals.span();
    // Streams at the same cursor share a query.
    const groups = new Map<string, OpenStream[]>();
    for (const stream of this.#streams) {
      if (stream.isBlocked) continue;
      if (stream.cursor < first - 1) stream.resetTo(first - 1, now);
      const key = `${stream.kind} ${stream.cursor}`;
      groups.set(key, [...(groups.get(key) ?? []), stream]);
    }
    let hasMore = false;
    let quiet = 0;
    for (const streams of groups.values()) {
      const { kind, cursor } = streams[0] as OpenStream;
      const upTo = Math.min(cursor + PAGE_SIZE, last);
      const arrivals = cursor < last ? await this.#read(kind, { after: cursor, upTo }, streams) : [];
      hasMore ||= upTo < last;
      for (const stream of streams) {
        quiet += 1;
        if (arrivals.length > 0 || quiet % TURN_AFTER === 0) await turn();
        if (cursor < last) stream.send(arrivals, upTo, now);
        stream.beat(now);
      }
    }
    return hasMore;
  }

  /** Leaves out an item that is too old, as if it were already removed. */
  async #read(
    kind: ArrivalKind,
    range: { after: number; upTo: number },
    streams: readonly OpenStream[],
  ): Promise<Arrival<object>[]> {
    const { arrivals } = this.#parts.store;
    const uids = [...new Set(streams.map(({ characterUid }) => characterUid))];
    const since = shownSince(this.#limits, Math.floor(this.#parts.clock() / 1000));
    const isEvent = kind === 'event';
    const read = isEvent ? await arrivals.events(range, uids) : await arrivals.transactions(range, uids);
    const oldest = isEvent ? since.events : since.transactions;
    return read.map((each) => (each.item && each.item.time < oldest ? { ...each, item: undefined } : each));
  }

  async #check(checkedAt: number): Promise<void> {
    if (checkedAt < this.#checkedAt + CHECK_EVERY && checkedAt >= this.#checkedAt) return;
    this.#checkedAt = checkedAt;
    const { store, blacklist, clock } = this.#parts;
    const now = clock();
    const streams = [...this.#streams];
    const hashes = [...new Set(streams.map(({ holder }) => holder.tokenHash))];
    const principals = await store.tokens.principals(hashes, Math.floor(now / 1000));
    const exposed = streams.filter(({ holder }) => !holder.isTrusted);
    const listed = await blacklist.among(new Set(exposed.map(({ holder }) => holder.clientAddress)), now);
    for (const stream of streams) {
      const principal = principals.get(stream.holder.tokenHash);
      if (!principal || !stream.holder.mayFollow(principal)) stream.end('token');
    }
    for (const stream of exposed) if (listed.has(stream.holder.clientAddress)) stream.end('blacklist');
  }
}

/** Closes a stream whose client has shut its writing side: nobody is left to read. */
function closeWithClient(response: ServerResponse): void {
  const { socket } = response;
  const close = () => response.destroy();
  if (socket?.readableEnded) setImmediate(close);
  socket?.once('end', close);
  response.once('close', () => socket?.off('end', close));
}
