import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Answer } from '../../bench/request.js';
import { queryChild, type Server, startService } from '../../bench/server.js';
import { until } from '../../test/helpers/until.js';
import type { Template } from '../backends/database.js';
import { addressOf } from '../backends/postgres.js';
import { endBy, HttpClient, preloaded } from '../harness.js';
import type { Task } from '../trial.js';
import { TRUSTED } from './client-address.js';

/** Requests that a client of the trial has open at a time: below what a service takes. */
const CONNECTIONS = 100;

/** One of the instances that count together. */
interface Instance {
  flags: string[];
  database: string;
  server: Server;
  client: HttpClient;
}

/** The services that count calls together, and the clock that they share. */
export class Cluster {
  readonly instances: Instance[] = [];
  readonly #task: Task;
  readonly #log: string;
  #moved = 0;

  private constructor(task: Task, name: string) {
    this.#task = task;
    this.#log = join(task.folder, `${name}.log`);
  }

  /** Starts one service on SQLite, or two that share PostgreSQL or Redis. */
  static async start(task: Task, template: Template<void>, name: string, limit: number): Promise<Cluster> {
    const cluster = new Cluster(task, name);
    const shared = task.backend === 'postgres' ? (await template.copy()).address : undefined;
    const redis = ['--redis', addressOf('redis'), '--redis-prefix', `svcapi-trial-${randomUUID()}:`];
    for (let count = 0; count < (task.backend === 'sqlite' ? 1 : 2); count += 1) {
      const flags = [
        ...['--rate-limit', String(limit), '--trusted-proxies', TRUSTED, '--drain-delay', '0'],
        ...(task.backend === 'redis' ? redis : ['--log-level', 'warn']),
      ];
      const database = shared ?? (await template.copy()).address;
      cluster.instances.push({ flags, database, ...(await cluster.#serve(database, flags)) });
    }
    return cluster;
  }

  async send(instance: number, path: string, from: string): Promise<Answer> {
    const { client } = this.instances[instance] as Instance;
    this.#task.count('calls');
    return client.send({ method: 'GET', path, headers: { 'X-Forwarded-For': from } });
  }

  /** Moves the clock of all instances, in milliseconds. */
  async moveClock(by: number): Promise<void> {
    this.#moved += by;
    for (const { server } of this.instances) await queryChild(server, by);
  }

  /** The time of the instances, in Unix milliseconds. */
  get now(): number {
    return Date.now() + this.#moved;
  }

  /** Ends an instance and starts it again. */
  async restart(number: number, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    const instance = this.instances[number] as Instance;
    await endBy(instance.server.process, signal);
    Object.assign(instance, await this.#serve(instance.database, instance.flags));
    await queryChild(instance.server, this.#moved);
  }

  /** The times that Redis did not answer soon enough: then each instance counts by itself, as documented. */
  get absences(): number {
    return this.#redisLines.filter((line) => line.includes('unavailable')).length;
  }

  /** Waits until no instance counts by itself any more. */
  async untilShared(): Promise<void> {
    const hasRedis = ({ server }: Instance) =>
      this.#redisLines.findLast((line) => line.includes(`"pid":${server.process.pid},`))?.includes('is available') !==
      false;
    await until(() => this.instances.every(hasRedis), { what: 'Redis is back' });
  }

  get #redisLines(): string[] {
    const lines = readFileSync(this.#log, 'utf8').split('\n');
    return lines.filter((line) => line.includes('"Redis is '));
  }

  async stop(): Promise<void> {
    for (const { server, client } of this.instances) {
      client.close();
      await server.stop();
    }
  }

  async #serve(database: string, flags: string[]): Promise<Pick<Instance, 'server' | 'client'>> {
    const server = await startService({ database, flags, log: this.#log, ...preloaded(this.#task.fault) });
    return { server, client: new HttpClient(`${server.url}/ws/v2.0`, CONNECTIONS) };
  }
}
