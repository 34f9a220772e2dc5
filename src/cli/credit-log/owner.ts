import { ServiceError, WrongAnswer } from '../../client/errors.js';
import { isUid } from '../../domain/uid.js';
import { CliError } from '../cli-error.js';
import type { Connection } from '../service/connect.js';
import { number, text } from '../service/read-answer.js';

/** A character, and its credits where the token may see them. */
export interface Owner {
  uid: string;
  credits: number | null;
}

/**
 * The uid of a character, which tells its side of a transaction from the other one.
 *
 * @param given its uid or its name; nothing for the one that the token acts for
 */
export async function findOwner(connection: Connection, given: string | undefined): Promise<string> {
  if (given !== undefined && isUid(given.trim(), 'character')) return given.trim();
  try {
    return (await readOwner(connection, given)).uid;
  } catch (error) {
    if (!(error instanceof ServiceError && error.code === 'permission_missing')) throw error;
    throw new CliError(
      'permission',
      'the token lacks the permission character_read, which tells whose it is; give the uid of the character: ' +
        'svcapi creditlog UID',
    );
  }
}

/** The present credits of a character; null where the token may not see them. */
export async function readCredits(connection: Connection, uid: string): Promise<number | null> {
  try {
    return (await readOwner(connection, uid)).credits;
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'permission_missing') return null;
    throw error;
  }
}

async function readOwner(connection: Connection, uid: string | undefined): Promise<Owner> {
  const { svcapi } = (await connection.call('GET /character[/{uid}]', { params: { uid } })).envelope;
  const found = text((payload: typeof svcapi) => payload.character.uid)(svcapi);
  if (found === null) throw new WrongAnswer('does not say who the character is');
  const credits = number(({ character }: typeof svcapi) => 'credits' in character && character.credits.value)(svcapi);
  return { uid: found, credits };
}
