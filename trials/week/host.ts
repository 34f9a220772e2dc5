import { once } from 'node:events';
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { kill, startChild } from '../../bench/child.js';
import { ENVIRONMENT, PROGRAM } from '../../bench/environment.js';
import type { Random } from '../../src/demo/random.js';
import { nightly, sendOutbox } from '../../test/docs/night.js';
import { sendSignal } from '../../test/helpers/servers/postgres-server.js';
import { startProgram } from '../harness.js';
import { DUMP, type Game } from './game.js';

type Child = ReturnType<typeof startChild>;

/** The machine of a host: its scripts are those of deploy/game/, in a separate folder. */
export class Host {
  readonly folder: string;
  readonly #env: Record<string, string>;

  constructor(folder: string, database: string, isPostgres: boolean) {
    this.folder = folder;
    const data = ['var/lib/svcapi/nightly', 'var/lib/svcapi/outbox', 'var/backups/svcapi', 'srv/game'];
    for (const path of ['bin', 'etc/svcapi', ...data]) mkdirSync(join(folder, path), { recursive: true });
    symlinkSync(PROGRAM, join(folder, 'bin/svcapi'));
    const moved = (script: string) => script.replaceAll(/(?<![\w/.])\/(?=(etc|var|srv)\/)/g, `${folder}/`);
    const install = (path: string, script: string) => {
      writeFileSync(join(folder, path), script);
      chmodSync(join(folder, path), 0o755);
    };
    install('etc/svcapi/send-outbox', moved(sendOutbox));
    // The game lowers totals below what is assigned.
    const own = moved(nightly)
      .replace(/SVCAPI_DATABASE=\S+/, `SVCAPI_DATABASE='${database}'`)
      .replaceAll('svcapi import --sync', 'svcapi import --sync --reclaim');
    // The backup of a PostgreSQL database is another program's, and the database is that of the trial.
    install('etc/svcapi/nightly', isPostgres ? own.replace(/^svcapi backup .*$/m, '') : own);
    const sql = join(folder, 'etc/svcapi/dump.sql');
    writeFileSync(sql, DUMP.replace('{uses}', join(folder, 'var/lib/svcapi/nightly/uses.ndjson')));
    const dump = `sqlite3 -bail -cmd '.timeout 10000' '${this.game}' < '${sql}'`;
    install('etc/svcapi/dump-game', `#!/bin/sh\nset -eu\n${dump}\n`);
    this.#env = { ...ENVIRONMENT, PATH: `${join(folder, 'bin')}:${ENVIRONMENT.PATH}`, SVCAPI_DATABASE: database };
  }

  /** The file of the game's database. */
  get game(): string {
    return join(this.folder, 'srv/game/game.db');
  }

  /** Starts a script in a separate group, so that it can be killed with all that it has started. */
  start(script: string): Child {
    const path = join(this.folder, 'etc/svcapi', script);
    return startChild(path, [], { env: this.#env, detached: true, stdio: ['ignore', 'ignore', 'pipe'] });
  }

  /** Starts the program. */
  run(argv: readonly string[]): Child {
    return startProgram(argv, { env: this.#env, stdio: ['ignore', 'pipe', 'inherit'] });
  }
}

/** Kills a script: alone, as the system does that runs out of memory, or with all that it has started. */
export async function killScript(child: Child, random: Random): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const ended = once(child, 'exit');
  process.kill(random.chance(0.5) ? child.pid : -child.pid, 'SIGKILL');
  await ended;
}

/** A process that is started again whenever it ends, as systemd does. */
export class Restarted {
  /** What it has printed as errors. */
  errors = '';
  readonly #loop: Promise<void>;
  #child: Child | undefined;
  #isOver = false;

  constructor(start: () => Child) {
    this.#loop = this.#run(start);
  }

  async kill(random: Random): Promise<void> {
    if (this.#child) await killScript(this.#child, random);
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    sendSignal(-(this.#child?.pid as number), 'SIGKILL');
    await this.#loop;
  }

  async #run(start: () => Child): Promise<void> {
    while (!this.#isOver) {
      this.#child = start();
      this.#child.stderr?.on('data', (chunk) => {
        this.errors += String(chunk);
      });
      await once(this.#child, 'exit');
      await setTimeout(50);
    }
  }
}

export type Reader = ReturnType<typeof startReader>;

/** Starts the game's reader of `svcapi changes --follow`, which begins after the last change that the game has taken. */
export function startReader(host: Host, game: Game, onFault: (fault: string) => void) {
  const take = (line: string) => {
    let change: Parameters<Game['take']>[0];
    try {
      change = JSON.parse(line);
    } catch {
      // It was cut off by the kill.
      return;
    }
    if (change.id <= game.last) onFault(`change ${change.id} came after change ${game.last}`);
    game.take(change);
  };
  const begin = () => {
    const child = host.run(['changes', '--follow', '--after', String(game.last), '--json']);
    const lines = createInterface(child.stdout as NonNullable<typeof child.stdout>).on('line', take);
    return { child, ended: once(lines, 'close') };
  };
  let running = begin();
  return {
    start() {
      running = begin();
    },
    async kill(): Promise<void> {
      await kill(running.child);
      await running.ended;
    },
  };
}
