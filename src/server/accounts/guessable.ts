import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';
import { normalizePassword, PASSWORD_LENGTH } from '../../domain/password.js';

/** This file is loaded with the first new password: the list of common ones has 50,000. */

/** Fewer guesses than this are too few, as a power of ten: what is stolen with the database is tried offline. */
const FEWEST_GUESSES = 8;

/** The characters of a password that are looked at: more of them hold up others, and are strong together. */
const LOOKED_AT = 32;

/** The example of a good password that everybody knows. */
const FAMOUS = 'correcthorsebatterystaple';

const judge = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: LOOKED_AT });

/**
 * Returns true for a password that is easy to guess: a common one, a pattern of the keyboard, a date, or the names of its owner.
 *
 * @param names the names of the account, of its characters and of the service
 */
export function isGuessable(password: string, names: readonly string[]): boolean {
  const plain = normalizePassword(password).toLowerCase();
  const words = names
    .flatMap((name) => [name.replace(/\s+/g, ''), ...name.split(/\s+/)])
    .map((word) => word.toLowerCase());
  const rest = words.reduce((left, word) => left.replaceAll(word, ''), plain.replace(/\s+/g, ''));
  if ([...rest].length < PASSWORD_LENGTH / 2) return true;
  return judge.check(normalizePassword(password), [FAMOUS, ...words]).guessesLog10 < FEWEST_GUESSES;
}
