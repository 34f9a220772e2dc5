import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { RowType } from '../../model/index.js';
import { awake } from './awake.js';

/** Returns the rows that are about a player: an account, its characters, and whatever names one of these. */
export function playerSteps(accountId: string): { type: RowType; isRemoved?: boolean; where: RawBuilder<SqlBool> }[] {
  const characters = sql`(select character_uid from account_characters where account_id = ${accountId})`;
  const grants = sql`(select id from grants where account_id = ${accountId} or character_uid in ${characters})`;
  return [
    { type: 'entity', isRemoved: false, where: sql`owner_uid in ${characters}` },
    { type: 'character', isRemoved: false, where: sql`uid in ${characters}` },
    { type: 'membership', where: sql`character_uid in ${characters} and ${awake.membership}` },
    { type: 'transaction', where: sql`(sender_uid in ${characters} or receiver_uid in ${characters})` },
    { type: 'event', where: sql`receiver_uid in ${characters}` },
    { type: 'account', where: sql`id = ${accountId}` },
    { type: 'account_character', where: sql`account_id = ${accountId} and ${awake.account_character}` },
    { type: 'client', where: sql`owner_id = ${accountId}` },
    { type: 'grant', where: sql`id in ${grants} and ${awake.grant}` },
    { type: 'token', where: sql`grant_id in ${grants} and ${awake.token}` },
    { type: 'datacard_change', where: sql`character_uid in ${characters}` },
    { type: 'idempotency_key', where: sql`character_uid in ${characters}` },
  ];
}
