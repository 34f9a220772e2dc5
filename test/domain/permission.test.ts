import test from 'ava';
import { holds, isPermission, permissionNames, permissions } from '../../src/domain/permission.js';
import { inherited, permissions as named } from '../helpers/reference.js';

test('the permissions are those that the reference names', (t) => {
  t.deepEqual([...permissionNames].sort(), [...named].sort());
});

test('the permissions inherit as the reference says', (t) => {
  for (const name of named) t.is<string, string>(permissions[name].inherits, inherited[name]);
});

for (const granted of named) {
  for (const needed of named) {
    const expected = granted === needed || inherited[granted] === needed;
    test(`${granted} ${expected ? 'holds' : 'does not hold'} ${needed}`, (t) => {
      t.is(holds([granted], needed), expected);
    });
  }
}

test('no grant holds no permission', (t) => {
  for (const needed of named) t.false(holds([], needed));
});

test('names that every object has are not permissions', (t) => {
  for (const name of ['toString', '__proto__', 'constructor', '', 'character']) t.false(isPermission(name));
  for (const name of named) t.true(isPermission(name));
});
