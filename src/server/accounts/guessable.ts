import { normalizePassword, PASSWORD_LENGTH } from '../../domain/password.js';

/** Fewer guesses than this are too few, as a power of ten: what is stolen with the database is tried offline. */
const FEWEST_GUESSES = 8;

/** The characters of a password that are looked at: more of them hold up others, and are strong together. */
const LOOKED_AT = 32;

/** The example of a good password that everybody knows. */
const FAMOUS = 'correcthorsebatterystaple';

/**
 * Returns true for a password that is guessed soon: a common one, a pattern of the keyboard, a date, or the names of its owner.
 *
 * @param names the names of the account, of its characters and of the service
 */
export async function isGuessable(password: string, names: readonly string[]): Promise<boolean> {
  // Its list has 50,000 passwords.
  judge ??= createJudge();
  const plain = normalizePassword(password).toLowerCase();
  const words = names
    .flatMap((name) => [name.replace(/\s+/g, ''), ...name.split(/\s+/)])
    .map((word) => word.toLowerCase());
  const rest = words.reduce((left, word) => left.replaceAll(word, ''), plain.replace(/\s+/g, ''));
  if ([...rest].length < PASSWORD_LENGTH / 2) return true;
  return (await judge).check(normalizePassword(password), [FAMOUS, ...words]).guessesLog10 < FEWEST_GUESSES;
}

let judge: ReturnType<typeof createJudge> | undefined;

async function createJudge() {
  const [{ ZxcvbnFactory }, { dictionary, adjacencyGraphs }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: LOOKED_AT });
}
