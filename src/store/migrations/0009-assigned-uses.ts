import { type Migration, sql } from 'kysely';
import type { Ddl } from './ddl.js';

/**
 * Sums are kept modulo 2^62: those of limited datacards are exact, and those of unlimited ones, which have no bound and mean
 * nothing, cannot overflow.
 */
const MODULUS = 2n ** 62n;

/** Returns the expression for a sum that was kept modulo `MODULUS`, where it is known not to be negative. */
export function exactSum(column: string): string {
  return `(${column} + ${MODULUS}) % ${MODULUS}`;
}

/**
 * The sum of the assigned uses of each datacard, and a number that every change of its assignments raises. Triggers keep both,
 * so that no writer can forget to.
 */
export function assignedUses({ integer, text, tableOptions, afterChanges }: Ddl): Migration {
  const add = (rows: string) => `
    insert into assigned_uses as known (datacard_uid, uses, version)
    select datacard_uid, cast(sum(sign * uses) % ${MODULUS} as ${integer}), 1 from ${rows} as changed where true
    group by datacard_uid order by datacard_uid
    on conflict (datacard_uid) do update set
      uses = (known.uses + excluded.uses) % ${MODULUS},
      version = known.version + 1`;
  const statements = [
    `create table assigned_uses (
      datacard_uid ${text} primary key references datacards (uid),
      uses ${integer} not null,
      version ${integer} not null
    ) ${tableOptions}`,
    // First: they keep other transactions from writing assignments until the sums are there.
    ...afterChanges('assignments', ['datacard_uid', 'uses'], add),
    add('(select datacard_uid, uses, 1 as sign from assignments)'),
  ];

  return {
    async up(db) {
      for (const statement of statements) await sql.raw(statement).execute(db);
    },
  };
}
