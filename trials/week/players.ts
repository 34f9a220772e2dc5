import { setTimeout } from 'node:timers/promises';
import type { Random } from '../../src/demo/random.js';
import type { Scope } from '../../test/helpers/scope.js';
import type { Instance } from '../../test/helpers/servers/instances.js';
import { openStream, type Stream } from '../../test/helpers/stream.js';
import { CARDS, YARDS } from './game.js';

/** Assigns or revokes something; undefined if the service ended before its answer. */
export async function play(port: number, token: string, random: Random): Promise<number | undefined> {
  const [card, yard] = [random.pick(CARDS), random.pick(YARDS)];
  const url = `http://127.0.0.1:${port}/ws/v2.0/datacard/${card}`;
  const headers = { Authorization: `Bearer ${token}` };
  const body = new URLSearchParams({ production_entity_uid: yard, uses: String(1 + random.below(5)) });
  const answer = random.chance(0.3)
    ? fetch(`${url}?production_entity_uid=${yard}`, { method: 'DELETE', headers })
    : fetch(url, { method: 'POST', headers, body });
  return answer.then(
    (response) => response.text().then(() => response.status),
    () => undefined,
  );
}

/** A follower of a stream, which is opened again at its last id whenever it ends. */
export class Follower {
  readonly path: string;
  readonly ids: string[] = [];
  readonly #open: (lastId: string) => Promise<Stream>;
  readonly #forgets: boolean;
  readonly #loop: Promise<void>;
  #stream: Stream | undefined;
  #isOver = false;

  /** @param forgets true to open it at its first id again: a planted fault */
  constructor(scope: Scope, { port }: Instance, token: string, path: string, forgets: boolean) {
    this.path = path;
    this.#forgets = forgets;
    const server = { url: `http://127.0.0.1:${port}/ws/v2.0`, token };
    this.#open = (lastId) => openStream(scope, server, path, lastId === '' ? {} : { 'Last-Event-ID': lastId });
    this.#loop = this.#follow();
  }

  /** Waits until it is open. */
  get isOpen(): boolean {
    return this.#stream !== undefined;
  }

  seen(): string[] {
    return [...this.ids, ...(this.#stream?.ids() ?? [])];
  }

  async end(): Promise<void> {
    this.#isOver = true;
    this.#stream?.close();
    await this.#loop;
  }

  async #follow(): Promise<void> {
    let [first, last] = ['', ''];
    while (!this.#isOver) {
      this.#stream = await this.#open(this.#forgets && last !== '' ? first : last).catch(() => undefined);
      while (this.#stream && !this.#stream.isOver && !this.#isOver) await setTimeout(20);
      first ||= this.#stream?.all.find(({ id }) => id !== undefined)?.id ?? '';
      last = this.#stream?.lastId() || last;
      this.ids.push(...(this.#stream?.ids() ?? []));
      this.#stream = undefined;
      await setTimeout(50);
    }
  }
}
