import test from 'ava';
import { withService } from '../../helpers/cli/service.js';

const MISSING = 'There is no such entity, or it is not visible to this token.';
const EMPTY = 'the uid or the name is empty; give one such as 1:12';

/** What a command says of an argument that names nothing. */
const refused: [command: string, given: string[], code: number, message: string][] = [
  // Names that would lead to another route if they were not escaped.
  ['character', ['nobody', '..', '.', 'a/b', '%', '%2e%2e', '1:999', 'x?y=z', '#', 'é'], 6, MISSING],
  ['character', ['', ' '], 2, EMPTY],
  ['credits', ['1:2'], 6, MISSING],
  ['creditlog', ['1:2'], 6, MISSING],
  ['event', ['39:2', '39:99'], 6, MISSING],
  ['event', ['1:1'], 2, 'uid: It must be the uid of an event, such as 39:12.'],
  ['event', [''], 2, EMPTY],
  ['entity', ['4:99'], 6, 'There is no such entity. Give the uid of something that has a name, not of an event.'],
  ['entity', ['Ember Works'], 2, 'uid: It must be a uid, such as 4:12.'],
  ['datacards', ['The Lantern'], 6, 'There is no such faction. Give its uid or its full name.'],
];

for (const [command, given, code, message] of refused) {
  test(`refused with ${code}: svcapi ${command} ${given.map((each) => `“${each}”`).join(', ')}`, async (t) => {
    const { run } = await withService(t);
    for (const each of given) {
      const expected = { code, stdout: '', stderr: `svcapi: ${message}\n` };
      t.deepEqual(await run([command, '--', each]), expected, each);
    }
  });
}
