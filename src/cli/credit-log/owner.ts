import { ServiceError, WrongAnswer } from '../../client/errors.js';
import { isUid } from '../../domain/uid.js';
import { CliError } from '../cli-error.js';
import type { Connection } from '../service/connect.js';
import { number, text } from '../service/read-answer.js';

/** A character, with its credits if the token may read them. */
export interface Owner {
  uid: string;
  credits: number | null;
}

/**
 * Returns the uid of the character whose log is read.
 *
 * @param given its uid or its name; undefined for the token's own character
 * @param command the command line that the message names when a uid has to be given
 */
export async function findOwner(connection: Connection, given: string | undefined, command: string): Promise<string> {
  if (given !== undefined && isUid(given.trim(), 'character')) return given.trim();
  try {
    return (await readOwner(connection, given)).uid;
  } catch (error) {
    if (!(error instanceof ServiceError && error.code === 'permission_missing')) throw error;
    throw new CliError(
      'permission',
      `the token lacks the permission character_read, which finds its character; give a uid: ${command} UID`,
    );
  }
}

/** Reads the current credits of a character; null when the token may not read them. */
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
  if (!found) throw new WrongAnswer('does not say who the character is');
  const credits = number(({ character }: typeof svcapi) => 'credits' in character && character.credits?.value)(svcapi);
  return { uid: found, credits };
}
