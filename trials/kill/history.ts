import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { kill, startChild } from '../../bench/child.js';
import { ENVIRONMENT, PROGRAM } from '../../bench/environment.js';
import { type Server, startService } from '../../bench/server.js';
import type { Random } from '../../src/demo/random.js';
import type { Store } from '../../src/store/store.js';
import { type Acknowledged, acknowledgedBy, DATACARDS } from '../../test/helpers/audit.js';
import { changesOf } from '../../test/helpers/changes-of.js';
import type { Answer } from '../../test/helpers/server.js';
import type { Database } from '../backends/database.js';
import { audit, type Change, randomChange, sendChange } from '../changes.js';
import { planted } from '../harness.js';
import type { Task } from '../trial.js';

/** Clients that send changes at the same time. */
const WORKERS = 8;

/** Acknowledged changes that are sent again after a kill. */
const REPEATED = 3;

/** A change with its first answer. */
interface Made {
  change: Change;
  payload: string;
  acknowledged: Acknowledged;
}

/** One database through several kills, and what its service has acknowledged. */
export class History {
  readonly #task: Task;
  readonly #database: Database;
  readonly #token: string;
  readonly #made: Made[] = [];
  /** The change of each worker that has no answer yet. */
  readonly #pending: (Change | undefined)[] = Array(WORKERS).fill(undefined);
  #changes = 0;

  constructor(task: Task, database: Database, token: string) {
    [this.#task, this.#database, this.#token] = [task, database, token];
  }

  /** Starts the service, and kills it under load or while it starts. */
  async live(number: number): Promise<void> {
    const random = this.#task.random(number);
    if (random.chance(0.1)) await this.#killWhileStarting(random);
    else await this.#killUnderLoad(number, random);
    await this.#database.settle();
    // Every other time the service itself finds what the kill has left behind.
    if (random.chance(0.5) || this.#task.fault !== undefined) await this.audit(number);
  }

  /** Compares all that is stored with what was acknowledged. */
  async audit(number: number): Promise<void> {
    await this.#plantFault();
    const acknowledged = this.#made.map((made) => made.acknowledged);
    const look = async (store: Store) => {
      const trail = await Promise.all(Object.keys(DATACARDS).map((uid) => changesOf(store, uid)));
      const stored = new Set(trail.flat().map(({ request_id }) => request_id));
      const silent = this.#pending.filter((change) => change !== undefined && stored.has(change.key));
      this.#task.count('changes that were made, and killed before their answer', silent.length);
    };
    await audit({ task: this.#task, number, database: this.#database.address, acknowledged, look });
    this.#task.count('audits');
  }

  async #killWhileStarting(random: Random): Promise<void> {
    const serve = ['serve', '--database', this.#database.address, '--port', '0'];
    const child = startChild(process.execPath, [PROGRAM, ...serve], { env: ENVIRONMENT, stdio: 'ignore' });
    await setTimeout(random.below(300));
    await kill(child);
    this.#task.count('kills while the service started');
  }

  async #killUnderLoad(number: number, random: Random): Promise<void> {
    const log = join(this.#task.folder, `${number}.log`);
    const service = await startService({
      ...{ database: this.#database.address, flags: ['--log-level', 'error'], log },
      env: planted(this.#task.fault === 'twice' ? 'ignore-keys' : undefined),
    });
    await this.#repeat(service, number);
    let left = 1 + random.below(150);
    let killed: Promise<void> | undefined;
    const onAnswer = () => {
      left -= 1;
      if (left === 0) killed = setTimeout(random.below(4)).then(() => service.stop());
    };
    const workers = this.#pending.map((_, worker) => this.#work(service, number, worker, random, onAnswer));
    await Promise.all(workers);
    await (killed ?? service.stop());
    this.#task.count('kills under load');
    const errors = readFileSync(log, 'utf8').trim();
    if (errors !== '') this.#task.violate(number, `the service logged ${errors.split('\n', 1)[0]}`);
    rmSync(log);
  }

  /** Sends changes until the service is gone, first the one that the last kill left without an answer. */
  async #work(service: Server, number: number, worker: number, random: Random, onAnswer: () => void): Promise<void> {
    for (;;) {
      const left = this.#pending[worker];
      const change = left ?? randomChange(random, `${this.#task.seed}-${number}-${this.#changes++}`);
      this.#pending[worker] = change;
      const answer = await sendChange(service, this.#token, change);
      if (answer === undefined) return;
      onAnswer();
      if (answer.status === 503) continue;
      this.#pending[worker] = undefined;
      this.#judge(number, change, answer);
    }
  }

  #judge(number: number, change: Change, answer: Answer): void {
    const acknowledged = acknowledgedBy(answer);
    if (acknowledged) {
      this.#made.push({ change, payload: JSON.stringify(answer.json.svcapi), acknowledged });
      this.#task.count('changes acknowledged');
    } else if (answer.json.svcapi.error !== 'not_enough_uses' && answer.json.svcapi.error !== 'not_found') {
      this.#task.violate(number, `${change.method} ${change.path} was answered with ${answer.status} ${answer.text}`);
    }
  }

  /** Sends the newest acknowledged changes again: each must get its first answer. */
  async #repeat(service: Server, number: number): Promise<void> {
    for (const { change, payload } of this.#made.slice(-REPEATED)) {
      const answer = await sendChange(service, this.#token, change);
      const again = JSON.stringify(answer?.json.svcapi);
      if (again !== payload)
        this.#task.violate(number, `${change.key} was answered again with ${again}, not ${payload}`);
      this.#task.count('acknowledged changes sent again');
    }
  }

  /** Does to the database what the trial must find. */
  async #plantFault(): Promise<void> {
    const newest = this.#made.at(-1);
    if (newest === undefined) return;
    if (this.#task.fault === 'lost') {
      const { request_id } = newest.acknowledged;
      await this.#database.execute(`delete from datacard_changes where request_id = '${request_id}'`);
    }
    if (this.#task.fault === 'uses')
      await this.#database.execute('update assignments set uses = uses + 1 where uses > 0');
  }
}
