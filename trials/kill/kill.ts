import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { kill as killChild } from '../../bench/child.js';
import { type Server, startService } from '../../bench/server.js';
import type { Random } from '../../src/demo/random.js';
import type { Acknowledged } from '../../test/helpers/audit.js';
import { type Database, prepareDatabase } from '../backends/database.js';
import { audit, type Change, randomChange, sendChange } from '../changes.js';
import { loadWithToken, planted, startProgram } from '../harness.js';
import type { Task, Trial } from '../trial.js';

/** Kills before the audit begins again with a fresh database: it replays the whole audit trail. */
const KILLS = 25;

/** Clients that send changes at the same time, and acknowledged changes that are sent again after a kill. */
const WORKERS = 8;
const REPEATED = 3;

/** SIGKILL under changes loses nothing that was acknowledged. */
export const kill: Trial = {
  name: 'kill',
  what: 'SIGKILL while clients change datacards with an Idempotency-Key',
  promise: 'No acknowledged change is lost or made twice, and uses always add up.',
  unit: 'kills',
  fullSize: 1000,
  shortSize: 2,
  backends: ['sqlite', 'postgres'],
  faults: {
    twice: 'a service that ignores Idempotency-Key',
    uses: 'a use that comes from nowhere',
  },
  run,
};

async function run(task: Task): Promise<void> {
  const template = await prepareDatabase(task, loadWithToken);
  let history: History | undefined;
  let lives = 0;
  for (const number of task.cases()) {
    history ??= new History(task, await template.copy(), template.made);
    await history.live(number);
    lives += 1;
    if (lives % KILLS > 0 && lives < task.size) continue;
    await history.audit(number);
    await history.database.remove();
    history = undefined;
  }
}

/** A change with its first answer. */
interface Made {
  change: Change;
  payload: string;
  acknowledged: Acknowledged;
}

/** One database through several kills, and what its service has acknowledged. */
class History {
  readonly database: Database;
  readonly #task: Task;
  readonly #token: string;
  readonly #made: Made[] = [];
  /** The change of each worker that has no answer yet. */
  readonly #pending: (Change | undefined)[] = Array(WORKERS).fill(undefined);
  #changes = 0;

  constructor(task: Task, database: Database, token: string) {
    [this.#task, this.database, this.#token] = [task, database, token];
  }

  /** Starts the service, and kills it under load or while it starts. */
  async live(number: number): Promise<void> {
    const random = this.#task.random(number);
    if (random.chance(0.1)) await this.#killWhileStarting(random);
    else await this.#killUnderLoad(number, random);
    await this.database.settle();
    // Every other time the service itself finds what the kill has left behind.
    if (random.chance(0.5) || this.#task.fault !== undefined) await this.audit(number);
  }

  /** Compares all that is stored with what was acknowledged. */
  async audit(number: number): Promise<void> {
    if (this.#task.fault === 'uses')
      await this.database.execute('update assignments set uses = uses + 1 where uses > 0');
    const acknowledged = this.#made.map((made) => made.acknowledged);
    await audit(this.#task, number, this.database.address, acknowledged);
    this.#task.count('audits');
  }

  async #killWhileStarting(random: Random): Promise<void> {
    const child = startProgram(['serve', '--database', this.database.address, '--port', '0']);
    await setTimeout(random.below(300));
    await killChild(child);
    this.#task.count('kills while the service started');
  }

  async #killUnderLoad(number: number, random: Random): Promise<void> {
    const log = join(this.#task.folder, `${number}.log`);
    const env = planted(this.#task.fault === 'twice' ? 'ignore-keys' : undefined);
    const service = await startService({ database: this.database.address, flags: ['--log-level', 'error'], log, env });
    await this.#repeat(service, number);
    let left = 1 + random.below(150);
    let killed: Promise<void> | undefined;
    const onAnswer = () => {
      left -= 1;
      if (left === 0) killed = setTimeout(random.below(4)).then(() => service.stop());
    };
    await Promise.all(this.#pending.map((_, worker) => this.#work(service, number, worker, random, onAnswer)));
    await (killed ?? service.stop());
    this.#task.count('kills under load');
    const errors = readFileSync(log, 'utf8').trim();
    if (errors !== '') this.#task.violate(number, `the service logged ${errors.split('\n', 1)[0]}`);
  }

  /** Sends changes until the service is gone, first the one that the last kill left without an answer. */
  async #work(service: Server, number: number, worker: number, random: Random, onAnswer: () => void): Promise<void> {
    for (;;) {
      const change = this.#pending[worker] ?? randomChange(random, `${this.#task.seed}-${number}-${this.#changes++}`);
      this.#pending[worker] = change;
      const answer = await sendChange(service, this.#token, change);
      if (answer === undefined) return;
      onAnswer();
      if (answer.status === 503) continue;
      this.#pending[worker] = undefined;
      if (answer.made) {
        this.#made.push({ change, payload: JSON.stringify(answer.json.svcapi), acknowledged: answer.made });
        this.#task.count('changes acknowledged');
      } else if (answer.json.svcapi.error !== 'not_enough_uses' && answer.json.svcapi.error !== 'not_found') {
        this.#task.violate(number, `${change.method} ${change.path} was answered with ${answer.status} ${answer.text}`);
      }
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
}
