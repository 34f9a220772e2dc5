import test from 'ava';
import { characterName } from '../../src/demo/names.js';
import { nameKey } from '../../src/domain/text.js';
import { testDemoCharacter, testRules } from './rules.js';

testRules(3);
testDemoCharacter(5, 1);

test('names are unique beyond what the words can make', (t) => {
  const names = new Set<string>();
  for (let number = 0; number < 400_000; number += 1) names.add(nameKey(characterName(number)));
  t.is(names.size, 400_000);
});
