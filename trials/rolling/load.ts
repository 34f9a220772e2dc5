import https from 'node:https';
import { setTimeout } from 'node:timers/promises';
import { type Balancer, type SendOptions, send } from '../../test/helpers/servers/balancers.js';
import { until } from '../../test/helpers/until.js';
import type { Task } from '../task.js';

const CLIENTS = 16;

/** The requests that change nothing: path and format. */
const READS: [path: string, accept: string][] = [
  ['/event/39:1', 'application/json'],
  ['/character/1:1/creditlog?item_count=50', 'application/json'],
  ['/character/1:1/creditlog?item_count=50', 'application/xml'],
  ['/datacard/14:2', 'application/xml'],
  ['/character/1:1', 'application/json'],
];

/** Clients that send the requests of a trial, and go on until they are stopped. */
export class Load {
  static readonly CARD = '14:2';
  static readonly ENTITY = '4:1';
  /** Uses that were assigned. */
  acknowledged = 0;
  readonly #task: Task;
  readonly #name: string;
  readonly #balancer: Balancer;
  readonly #token: string;
  readonly #cases: readonly number[];
  readonly #agent = new https.Agent({ keepAlive: true });
  readonly #clients: Promise<void>[];
  #sent = 0;
  #answered = 0;
  #isOver = false;

  constructor(task: Task, name: string, balancer: Balancer, token: string, cases: readonly number[]) {
    [this.#task, this.#name, this.#balancer, this.#token] = [task, name, balancer, token];
    this.#cases = cases;
    this.#clients = Array.from({ length: CLIENTS }, () => this.#work());
  }

  /** True when every case has its answer. */
  get isDone(): boolean {
    return this.#answered >= this.#cases.length;
  }

  /** Waits for so many more answers. */
  async more(count: number): Promise<void> {
    const enough = this.#answered + count;
    await until(() => this.#answered >= enough || this.#task.isOver, { what: `${count} more requests are answered` });
  }

  async end(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#clients);
    this.#agent.destroy();
  }

  async #work(): Promise<void> {
    while (!this.#isOver && !this.#task.isOver) {
      await this.#once();
      // Beyond its requests the load keeps the balancer busy, no more.
      await setTimeout(this.isDone ? 50 : 0);
    }
  }

  async #once(): Promise<void> {
    const place = this.#sent++;
    const number = this.#cases[place] ?? this.#cases.at(-1) ?? 0;
    const random = this.#task.random(number, this.#name);
    const isChange = random.chance(0.1);
    const [path, accept] = random.pick(READS as [(typeof READS)[0]]);
    const outcome = await (isChange ? this.#assign(`${this.#name}-${place}`) : this.#read(path, accept));
    this.#answered += 1;
    if (place < this.#cases.length) this.#task.advance();
    if (outcome !== 200)
      this.#task.violate(number, `behind ${this.#name}: ${isChange ? 'a change' : `GET ${path}`} got ${outcome}`);
    else if (isChange) this.acknowledged += 1;
    this.#task.count(isChange ? 'changes answered' : 'reads answered');
  }

  #read(path: string, accept: string): Promise<number | string> {
    return this.#send(path, { headers: { Accept: accept } });
  }

  #assign(key: string): Promise<number | string> {
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded', 'Idempotency-Key': key };
    const body = `production_entity_uid=${Load.ENTITY}&uses=1`;
    return this.#send(`/datacard/${Load.CARD}`, { method: 'POST', headers, body });
  }

  /** Returns the status of an answer, or the error of its connection. */
  #send(path: string, { headers, ...options }: SendOptions): Promise<number | string> {
    const all = { Authorization: `Bearer ${this.#token}`, ...headers };
    const sent = send(this.#balancer, `/ws/v2.0${path}`, { ...options, agent: this.#agent, headers: all });
    return sent.then(
      ({ status }) => status,
      (error: NodeJS.ErrnoException) => error.code ?? error.message,
    );
  }
}
