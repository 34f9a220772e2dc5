import { setTimeout } from 'node:timers/promises';
import type { Store } from '../../src/store/store.js';
import type { Scope } from '../../test/helpers/scope.js';
import { openBalancedStream } from '../../test/helpers/servers/balanced-stream.js';
import type { Balancer } from '../../test/helpers/servers/balancers.js';
import { addEvents, type Stream } from '../../test/helpers/stream.js';
import { until } from '../../test/helpers/until.js';
import type { Task } from '../task.js';

/** Streams at a time. */
const STREAMS = 4;

/** The number of the first event: the galaxy has smaller ones. */
const FIRST = 100;

/** Milliseconds between two events. */
const EVERY = 100;

interface Setup {
  scope: Scope;
  task: Task;
  balancer: Balancer;
  store: Store;
  token: string;
}

/** Streams that are opened again when they end, and the events that are stored meanwhile. */
export class Followers {
  readonly #setup: Setup;
  readonly #streams: Stream[];
  /** What each follower has from its earlier streams. */
  readonly #seen: string[][];
  readonly #work: Promise<unknown>;
  #next = FIRST;
  #isOver = false;

  private constructor(setup: Setup, streams: Stream[]) {
    [this.#setup, this.#streams, this.#seen] = [setup, streams, streams.map(() => [])];
    this.#work = Promise.all([this.#store(), ...streams.map((_, place) => this.#follow(place))]);
  }

  static async start(setup: Setup): Promise<Followers> {
    const { scope, balancer, token } = setup;
    const opened = Array.from({ length: STREAMS }, () => openBalancedStream(scope, balancer, token));
    return new Followers(setup, await Promise.all(opened));
  }

  /** Waits for the last event, and judges what has come. */
  async end(number: number): Promise<void> {
    const { task } = this.#setup;
    const last = `39:${this.#next - 1}`;
    const isThere = () => this.#streams.every((_, place) => this.#ids(place).includes(last));
    await until(() => isThere() || task.isOver, { what: 'the last event has come' }).catch(() => {});
    this.#isOver = true;
    for (const stream of this.#streams) stream.close();
    await this.#work;
    for (const place of this.#streams.keys()) this.#judge(place, number, last);
  }

  #ids(place: number): string[] {
    return [...(this.#seen[place] ?? []), ...(this.#streams[place]?.ids() ?? [])];
  }

  #judge(place: number, number: number, last: string): void {
    const { task } = this.#setup;
    const ids = this.#ids(place);
    task.count('events that streams were sent', ids.length);
    const numbers = ids.map((uid) => Number(uid.split(':')[1]));
    const wrong = numbers.findIndex((each, index) => each !== FIRST + index);
    if (wrong !== -1) task.violate(number, `stream ${place} has 39:${numbers[wrong]} in place of 39:${FIRST + wrong}`);
    else if (!ids.includes(last) && !task.isOver) task.violate(number, `stream ${place} ends before ${last}`);
  }

  async #store(): Promise<void> {
    while (!this.#isOver) {
      await addEvents(this.#setup.store, [this.#next]);
      this.#next += 1;
      await setTimeout(EVERY);
    }
  }

  /** Waits until an event has been stored that no stream of now can have: the next one must begin with it. */
  async #another(): Promise<void> {
    const isUnderway = this.#next;
    while (!this.#isOver && this.#next <= isUnderway + 1) await setTimeout(20);
  }

  async #follow(place: number): Promise<void> {
    const { scope, task, balancer, token } = this.#setup;
    let stream = this.#streams[place];
    let lastId = '';
    while (!this.#isOver && stream) {
      await setTimeout(20);
      if (!stream.isOver) continue;
      await this.#another();
      if (this.#isOver) return;
      const ids = stream.ids();
      // One that ends at once has none.
      lastId = stream.lastId() || lastId;
      stream = await openBalancedStream(scope, balancer, token, { lastId }).catch(() => undefined);
      if (stream?.status !== 200) {
        if (!this.#isOver) task.violate(task.from, `a stream was opened again with ${stream?.status ?? 'an error'}`);
        return;
      }
      this.#seen[place]?.push(...ids);
      this.#streams[place] = stream;
      task.count('streams opened again');
    }
  }
}
