import test from 'ava';
import { holds, isPermission, permissionNames, permissions } from '../../src/domain/permission.js';
import { permissions as named } from '../helpers/reference.js';

test('the permissions are those that the reference names', (t) => {
  t.deepEqual([...permissionNames].sort(), [...named].sort());
});

test('character_stats alone inherits, and from character_read', (t) => {
  for (const name of named) t.is(permissions[name].inherits, name === 'character_stats' ? 'character_read' : '');
});

for (const granted of named) {
  for (const needed of named) {
    const expected = granted === needed || (granted === 'character_stats' && needed === 'character_read');
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
