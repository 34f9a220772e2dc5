import { setImmediate } from 'node:timers/promises';
import test from 'ava';
import { turn } from '../src/turn.js';

/** Long work of the process shares one budget of each turn of the event loop: the tests take turns themselves. */

/** Works through pieces which take some milliseconds each, and notes when each is done. */
async function work(name: string, pieces: number, milliseconds: number, note: (name: string) => void): Promise<void> {
  for (let count = 0; count < pieces; count++) {
    await turn();
    const end = performance.now() + milliseconds;
    while (performance.now() < end);
    // What follows in microtasks belongs to the piece.
    await Promise.resolve();
    note(name);
  }
}

/** Returns the pieces that each turn of the event loop does, for three pieces of work of three pieces each. */
async function turnsOf(milliseconds: number): Promise<string[]> {
  const turns: string[] = [];
  let now = '';
  const note = (name: string) => {
    now += name;
  };
  const all = Promise.all(['a', 'b', 'c'].map((name) => work(name, 3, milliseconds, note)));
  while (turns.join('').length < 9) {
    await setImmediate();
    turns.push(now);
    now = '';
  }
  await all;
  return turns;
}

const isBusy = (pieces: string) => pieces !== '';

test.serial('pieces that take longer than the budget have a turn each, in the order of their arrival', async (t) => {
  t.deepEqual((await turnsOf(6)).filter(isBusy), ['a', 'b', 'c', 'a', 'b', 'c', 'a', 'b', 'c']);
});

test.serial('short pieces share a turn, and the work takes turns', async (t) => {
  const turns = (await turnsOf(0)).filter(isBusy);
  t.is(turns.join(''), 'abcabcabc');
  t.true(turns.length < 9, turns.join(' '));
});
