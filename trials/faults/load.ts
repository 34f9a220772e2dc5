import { setTimeout } from 'node:timers/promises';
import type { Server } from '../../bench/server.js';
import type { Acknowledged } from '../../test/helpers/audit.js';
import { inTime, until } from '../../test/helpers/until.js';
import { type Change, randomChange, sendChange } from '../changes.js';
import { happens } from '../harness.js';
import type { Task } from '../trial.js';

const WRITERS = 4;
const READS = ['/event/39:1', '/character/1:1/creditlog?item_count=10', '/datacard/14:1'];

/** Changes and reads, one after the other, whatever happens to what the service works with. */
export class Load {
  readonly acknowledged: Acknowledged[] = [];
  /** Set while no change can be stored, so that none may be acknowledged. */
  mayAcknowledge = true;
  readonly #task: Task;
  readonly #number: number;
  readonly #token: string;
  #service: Server;
  #answers = 0;
  #changes = 0;
  #isOver = false;
  #workers: Promise<void>[] = [];

  constructor(task: Task, number: number, service: Server, token: string) {
    [this.#task, this.#number, this.#service, this.#token] = [task, number, service, token];
    this.begin(service);
  }

  begin(service: Server): void {
    this.#service = service;
    this.#isOver = false;
    this.#workers = [...Array.from({ length: WRITERS }, (_, worker) => this.#write(worker)), this.#read()];
  }

  async end(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#workers);
  }

  /** Waits for so many more answers, whatever they are. */
  async answers(count: number): Promise<void> {
    const enough = this.#answers + count;
    const isThere = () => this.#answers >= enough || this.#task.isOver;
    await until(isThere, { what: `${count} more requests are answered` });
  }

  /** Waits until changes are acknowledged; returns false if that does not happen. */
  async recovers(within: number): Promise<boolean> {
    const enough = this.acknowledged.length + 10;
    const isThere = () => this.acknowledged.length >= enough || this.#task.isOver;
    return happens(isThere, { what: 'changes are acknowledged', within });
  }

  /** A change that gets a 503 is sent again, with its key. */
  async #write(worker: number): Promise<void> {
    const random = this.#task.random(this.#number, `worker ${worker}`);
    let pending: Change | undefined;
    while (!this.#isOver && !this.#task.isOver) {
      pending ??= randomChange(random, `${this.#task.seed}-${this.#number}-${this.#changes++}`);
      const couldBeStored = this.mayAcknowledge;
      const answer = await inTime(sendChange(this.#service, this.#token, pending), 'no answer').catch(() => undefined);
      const outcome = `${answer?.status} ${answer?.json?.svcapi?.error ?? ''}`.trim();
      this.#judge(`${pending.method} ${pending.path}`, outcome);
      const made = answer?.made;
      if (made) this.acknowledged.push(made);
      if (made && !couldBeStored && !this.mayAcknowledge)
        this.#task.violate(this.#number, `${pending.key} was acknowledged while it could not be stored`);
      if (answer?.status !== 503) pending = undefined;
      await setTimeout(5);
    }
  }

  async #read(): Promise<void> {
    const headers = { Authorization: `Bearer ${this.#token}` };
    for (let turn = 0; !this.#isOver && !this.#task.isOver; turn += 1) {
      const path = READS[turn % READS.length] ?? '';
      const sent = fetch(`${this.#service.url}/ws/v2.0${path}`, { headers }).then(async (response) => {
        await response.text();
        return String(response.status);
      });
      const outcome = await inTime(sent, 'no answer').catch((error: Error) => error.message);
      this.#judge(`GET ${path}`, outcome);
      await setTimeout(5);
    }
  }

  #judge(what: string, outcome: string): void {
    this.#answers += 1;
    this.#task.count(`answers ${outcome}`);
    if (!ALLOWED.includes(outcome)) this.#task.violate(this.#number, `${what} got ${outcome}`);
  }
}

const ALLOWED = ['200', '503', '404 not_found', '409 not_enough_uses', '503 unavailable'];
