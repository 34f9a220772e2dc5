import test from 'ava';
import { holds, isPermission, permissionNames, permissions } from '../../src/domain/permission.js';
import { inherited, permissions as named } from '../helpers/reference.js';

test('the permissions are those that the reference names, and inherit as it says', (t) => {
  t.deepEqual([...permissionNames].sort(), [...named].sort());
  for (const name of named) t.is<string, string>(permissions[name].inherits, inherited[name]);
});

test('a permission holds itself and what it inherits from, and no grant holds none', (t) => {
  for (const needed of named) {
    for (const granted of named)
      t.is(holds([granted], needed), granted === needed || inherited[granted] === needed, `${granted} ${needed}`);
    t.false(holds([], needed));
  }
});

test('names that every object has are not permissions', (t) => {
  for (const name of ['toString', '__proto__', 'constructor', '', 'character']) t.false(isPermission(name));
  for (const name of named) t.true(isPermission(name));
});
