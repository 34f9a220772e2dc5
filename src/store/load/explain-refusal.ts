import { type Kysely, sql } from 'kysely';
import type { Tables } from '../tables.js';
import type { LoadKind, LoadRow } from './rows.js';

/** A row that breaks a rule which no constraint of the database can hold. */
export class RowRefused extends Error {}

/** Says in words why the database refused a row. */
export async function explainRefusal(
  db: Kysely<Tables>,
  kind: LoadKind,
  row: Partial<LoadRow[LoadKind]>,
  error: unknown,
): Promise<string> {
  if (error instanceof RowRefused) return error.message;
  const message = error instanceof Error ? error.message : String(error);
  for (const [table, ids] of references(kind, row)) {
    const column = table === 'clients' || table === 'grants' ? 'id' : 'uid';
    for (const id of ids) {
      const found = await db
        .selectFrom(table)
        .select(sql`1`.as('found'))
        .where(sql.ref(column), '=', id)
        .executeTakeFirst();
      if (!found) return `it refers to ${id}, which is not known: a record comes after those that it refers to`;
    }
  }
  if (/handle/.test(message)) return 'another one of its type already has this name';
  if (/tokens.hash/.test(message)) return 'another token has this hash';
  if (/memberships_primary|memberships\.character_uid/.test(message))
    return 'the character has another primary faction';
  return `the database refuses it: ${message}`;
}

/** Kinds whose `characterUid` has to be a character's, and not only that of something with a name. */
const OF_CHARACTERS: LoadKind[] = ['membership', 'grant', 'datacard_change', 'idempotency_key'];

type Referred = 'entities' | 'characters' | 'clients' | 'grants' | 'datacards';

function references(kind: LoadKind, row: object): [Referred, string[]][] {
  const ids = (...names: string[]) =>
    names.map((name) => (row as Record<string, unknown>)[name]).filter((id) => typeof id === 'string') as string[];
  const locations = kind === 'datacard' ? (row as LoadRow['datacard']).assignments.map((each) => each.locationUid) : [];
  return [
    ['clients', ids('clientId')],
    ['grants', ids('grantId')],
    ['characters', OF_CHARACTERS.includes(kind) ? ids('characterUid') : []],
    ['datacards', ids('datacardUid')],
    [
      'entities',
      [
        ...ids('raceUid', 'ownerUid', 'factionUid', 'entityUid', 'senderUid', 'receiverUid', 'locationUid'),
        ...locations,
      ],
    ],
  ];
}
