import { randomInt } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import test from 'ava';
import { startProgram } from '../../../helpers/cli/program.js';
import { temporaryFolder, withGalaxy } from '../../../helpers/cli/run.js';
import { NOW } from '../../../helpers/galaxy.js';
import { form, startServer } from '../../../helpers/server.js';
import { until } from '../../../helpers/until.js';

/** A week of a small game beside the service: players assign and revoke, yards use, and each night has its dump. */

const CARDS: Record<string, string> = { '14:1': '2:1', '14:3': '2:1' };
const YARDS = ['4:1', '4:2', '5:1'];

/** The book of the game: what it believes of assignments is what `svcapi changes` has told it. */
class Game {
  readonly totals = new Map([
    ['14:1', 100],
    ['14:3', 10],
  ]);
  readonly assigned = new Map([['14:3 4:1', 4]]);
  /** The id to continue after, and those that came: none may come twice, or behind a later one. */
  last = 0;
  readonly outOfOrder: number[] = [];
  #ships = 0;

  /** Takes a line of the audit trail. */
  take(line: string): void {
    const { id, datacard, location, uses_after: uses } = JSON.parse(line);
    if (id <= this.last) this.outOfOrder.push(id);
    this.last = id;
    if (uses === 0) this.assigned.delete(`${datacard} ${location}`);
    else this.assigned.set(`${datacard} ${location}`, uses);
  }

  /** Lets yards build ships, and returns the records of their uses. */
  build(): object[] {
    return [...this.assigned].flatMap(([key, has]) => {
      const [datacard = '', location] = key.split(' ');
      const uses = randomInt(has + 1);
      if (uses === 0) return [];
      this.totals.set(datacard, (this.totals.get(datacard) ?? 0) - uses);
      return [{ kind: 'use', id: `ship-${++this.#ships}`, datacard, location, uses, time: NOW }];
    });
  }

  dump(): object[] {
    return [...this.totals].map(([uid, total_uses]) => ({
      ...{ kind: 'datacard', uid, owner: '20:1', entity: CARDS[uid], total_uses, reclaim: true },
    }));
  }

  get book(): string[] {
    return [...this.assigned].map(([key, uses]) => `${key} ${uses}`).sort();
  }
}

test('after a week of nights with kills, the books of game and service are the same', async (t) => {
  const { path, look } = await withGalaxy(t);
  const server = await startServer({ database: path });
  t.teardown(() => server.close());
  const folder = await temporaryFolder(t);
  const env = { SVCAPI_DATABASE: path };
  const game = new Game();

  const follow = () => {
    const { child } = startProgram(['changes', '--follow', '--after', String(game.last), '--json'], env);
    const lines = createInterface({ input: child.stdout }).on('line', (line) => game.take(line));
    const stop = () => {
      // What has arrived is taken: a line that was cut off is not.
      lines.removeAllListeners('line');
      lines.close();
      child.kill('SIGKILL');
    };
    t.teardown(stop);
    return stop;
  };
  const importFile = async (records: object[], mayBeKilled: boolean) => {
    const file = join(folder, 'night.ndjson');
    await writeFile(file, records.map((record) => `${JSON.stringify(record)}\n`).join(''));
    for (let kill = mayBeKilled; ; kill = false) {
      const { child, ended } = startProgram(['import', file], env);
      if (kill) await setTimeout(randomInt(600)).then(() => child.kill('SIGKILL'));
      const { code, stderr } = await ended;
      if (code === 0) return;
      if (!kill) return t.fail(stderr);
    }
  };
  const play = async () => {
    for (let move = 0; move < 6; move += 1) {
      const uid = randomInt(2) === 0 ? '14:1' : '14:3';
      const yard = YARDS[randomInt(YARDS.length)] ?? '';
      const path = `/datacard/${uid}`;
      if (randomInt(4) === 0) await server.call(`${path}?production_entity_uid=${yard}`, { method: 'DELETE' });
      else await server.call(path, form({ production_entity_uid: yard, uses: randomInt(1, 5) }));
    }
  };
  const lastChange = async () => (await server.store.auditTrail.after(0, 10_000)).at(-1)?.id ?? 0;
  const isCaughtUp = async () => game.last === (await lastChange());

  let stop = follow();
  for (let night = 0; night < 7; night += 1) {
    await play();
    if (night % 3 === 1) {
      stop();
      stop = follow();
    }
    await until(isCaughtUp, { what: 'the game has read all changes' });
    // What yards have used is sent before the dump without it, or together with that. Every other night has no dump: the last one, too.
    const uses = game.build();
    if (night % 2 === 1) await importFile([...uses, ...game.dump()], true);
    else if (uses.length > 0) await importFile(uses, true);
    // A card is cut short: its newest assignments are taken back.
    if (night === 4) {
      game.totals.set('14:1', 3);
      await importFile(game.dump(), true);
    }
    await until(isCaughtUp, { what: 'the game has read what its uses have changed' });
  }
  stop();

  t.deepEqual(game.outOfOrder, []);
  const [book, totals] = await look(async (store) => {
    const stored = await Promise.all(
      Object.keys(CARDS).map(async (uid) =>
        (await store.datacards.assignments(uid)).map(({ location, uses }) => `${uid} ${location.uid} ${uses}`),
      ),
    );
    const cards = await Promise.all(Object.keys(CARDS).map((uid) => store.datacards.find(uid)));
    return [stored.flat().sort(), new Map(cards.map((card) => [card?.uid, card?.total_uses]))];
  });
  t.deepEqual(game.book, book);
  t.deepEqual(totals, new Map<string | undefined, number | undefined>(game.totals));
  t.true(game.last > 20, 'players have played');
});
