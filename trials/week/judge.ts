import { text } from 'node:stream/consumers';
import type { Store } from '../../src/store/store.js';
import { query } from '../../test/helpers/database.js';
import { until } from '../../test/helpers/until.js';
import type { Task } from '../trial.js';
import type { Follower } from './follower.js';
import { CARDS, type Game } from './game.js';
import type { Host } from './host.js';

/** What is there at the end of a week. */
interface End {
  task: Task;
  /** The number of its first night. */
  number: number;
  store: Store;
  host: Host;
  game: Game;
  address: string;
  /** What the sender has printed: the refusals. */
  errors: string;
  followers: readonly Follower[];
}

/** Compares the books of the game with those of the service. */
export async function judge(end: End): Promise<void> {
  const { task, game, store, followers } = end;
  const [payments, events] = [game.made('transaction'), game.made('event')];
  await hasSeen(end, followers[0], events);
  await hasSeen(end, followers[1], payments);
  if (task.fault === 'lost')
    await query(end.address, 'delete from transactions where id = (select max(id) from transactions)');
  differ(end, 'assignments', game.assigned, await assignedIn(store));
  const totals = await Promise.all(['14:1', '14:2', '14:3', '14:4'].map((uid) => store.datacards.find(uid)));
  differ(end, 'totals', game.totals, totals.map((card) => `${card?.uid} ${card?.total_uses}`).sort());
  const stored = await storedIn(end.host);
  differ(end, 'payments', payments, stored.transaction);
  differ(end, 'events', events, stored.event);
  await judgeUses(end);
}

/** Every ship was taken once, or refused: its uses were assigned no more. */
async function judgeUses({ task, number, store, game, errors }: End): Promise<void> {
  const refused = new Set<string>();
  for (const line of errors.split('\n').filter((each) => each.includes('"refused":'))) {
    const [, ship] = /"kind":"use","id":"(ship-\d+)"/.exec(line) ?? [];
    if (ship === undefined) task.violate(number, `the sender was refused a record: ${line}`);
    else refused.add(ship);
  }
  const trail = await store.auditTrail.after(0, 1_000_000);
  const taken = trail.filter(({ action }) => action === 'use').map(({ request_id: id }) => id ?? '');
  if (new Set(taken).size !== taken.length) task.violate(number, 'a use was taken twice');
  const lost = game.made('use').filter((id) => !taken.includes(id) && !refused.has(id));
  if (lost.length > 0) task.violate(number, `uses are neither taken nor refused: ${lost.slice(0, 5).join(', ')}`);
  task.count('changes that the game has taken', trail.length);
  task.count('uses that were taken', taken.length);
}

async function hasSeen({ task, number }: End, follower: Follower | undefined, expected: string[]): Promise<void> {
  if (!follower) return;
  const hasCome = () => expected.every((id) => follower.seen().includes(id));
  await until(hasCome, { what: 'all has come', within: 120_000 }).catch(() => {});
  await follower.end();
  const seen = follower.seen().filter((id) => expected.includes(id));
  task.count('messages that streams were sent', follower.seen().length);
  const twice = seen.find((id, index) => seen.indexOf(id) !== index);
  if (twice !== undefined) task.violate(number, `the stream ${follower.path} had ${twice} twice`);
  const missing = expected.find((id) => !seen.includes(id));
  if (missing !== undefined) task.violate(number, `the stream ${follower.path} had no ${missing}`);
}

async function assignedIn(store: Store): Promise<string[]> {
  const lines = CARDS.map(async (uid) => {
    const assignments = await store.datacards.assignments(uid);
    return assignments.map(({ location, uses }) => `${uid} ${location.uid} ${uses}`);
  });
  return (await Promise.all(lines)).flat().sort();
}

/** Returns the ids of the payments and events that the service has of the game. */
async function storedIn(host: Host): Promise<Record<'transaction' | 'event', string[]>> {
  const output = await text(host.run(['export', '--galaxy']).stdout as NodeJS.ReadableStream & AsyncIterable<Buffer>);
  const lines = output.split('\n').filter(Boolean);
  const records = lines.map((line) => JSON.parse(line));
  const own = (kind: string) =>
    records
      .filter((record) => record.kind === kind)
      .map(({ id, uid }) => String(id ?? uid))
      .filter((each) => Number(each.split(':').at(-1)) >= 10_000)
      .sort();
  return { transaction: own('transaction'), event: own('event') };
}

function differ({ task, number }: End, what: string, game: string[], service: string[]): void {
  if (game.join() === service.join()) return;
  const [more, less] = [service.filter((each) => !game.includes(each)), game.filter((each) => !service.includes(each))];
  const shown = (lines: string[]) => lines.slice(0, 5).join(', ') || 'nothing';
  task.violate(number, `the ${what} of the service have ${shown(more)} in place of ${shown(less)}`);
}
