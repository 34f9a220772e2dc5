import { maskTokens } from '../domain/mask-tokens.js';
import { withoutAtEnd } from '../domain/text.js';

const MASK = '***';

/** Names of header fields, parameters and fields of bodies that hold secrets. */
const SECRET =
  /^((proxy-)?authorization|cookie|access_token|refresh_token|token|code|code_verifier|device_code|user_code|client_secret|password|new_password|assertion)$/i;

/** The least length of a text that is taken for a secret because of the name that it has. */
const LEARNED = 8;

/** The length from which a secret is masked within longer words, too. */
const LONG = 16;

/** The maximum number of secrets that are known; the oldest are forgotten. */
const KNOWN = 1000;

/**
 * The secrets of a sandbox, which recorded requests do not show: those that a test has chosen, and those that stood where secrets
 * stand. They are masked wherever they stand, percent-encoded or not. What has the form of a token needs not be known.
 */
export class Secrets {
  readonly #chosen = new Set<string>();
  readonly #learned = new Set<string>();
  #pattern: RegExp | undefined;

  /** Masks a secret of any length. */
  choose(secret: string): void {
    this.#add(this.#chosen, secret);
  }

  /** Masks the values of all fields of a name that holds secrets, such as those of a form or of header fields. */
  learn(fields: object): void {
    for (const [name, value] of Object.entries(fields)) {
      if (!SECRET.test(name)) continue;
      for (const each of [value].flat()) if (typeof each === 'string') this.#learn(secretOf(each));
    }
  }

  /** Returns a copy of a value without secrets. */
  mask<T>(value: T): T {
    // The copy has the type of what it copies.
    if (typeof value === 'string') return this.#maskText(value) as T;
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map((each) => this.mask(each)) as T;
    return Object.fromEntries(
      Object.entries(value).map(([name, each]) => [this.#maskText(name), SECRET.test(name) ? MASK : this.mask(each)]),
    ) as T;
  }

  #learn(secret: string): void {
    if (secret.length < LEARNED) return;
    this.#add(this.#learned, secret);
    for (const oldest of this.#learned) {
      if (this.#learned.size <= KNOWN) break;
      this.#learned.delete(oldest);
    }
  }

  #add(secrets: Set<string>, secret: string): void {
    if (secrets.has(secret) || maskTokens(secret) === `svcapi_${MASK}`) return;
    secrets.add(secret);
    this.#pattern = undefined;
  }

  #maskText(text: string): string {
    this.#pattern ??= patternOf([...this.#chosen, ...this.#learned]);
    return maskTokens(text.replace(this.#pattern, MASK));
  }
}

/** Returns the secret of a value: that of `Authorization` has a scheme before it, and Basic has the id of a client. */
function secretOf(value: string): string {
  const [, scheme, credentials] = /^(Basic|Bearer|OAuth) +(\S+) *$/i.exec(value) ?? [];
  if (credentials === undefined) return value;
  if (scheme?.toLowerCase() !== 'basic') return credentials;
  return Buffer.from(credentials, 'base64')
    .toString()
    .replace(/^[^:]*:/, '');
}

function patternOf(secrets: readonly string[]): RegExp {
  // One secret may begin with another.
  const longestFirst = [...secrets].sort((one, other) => other.length - one.length);
  const each = longestFirst.map((secret) => {
    // A query may end a name before the padding.
    const text = Array.from(withoutAtEnd(secret, '=') || secret, inAnyEncoding).join('');
    return secret.length < LONG ? `(?<![\\w-])${text}(?![\\w-])` : text;
  });
  // Nothing matches an empty class.
  return new RegExp(each.length === 0 ? '[]' : each.join('|'), 'g');
}

/** Returns the pattern of a character as it is, and percent-encoded once or several times. */
function inAnyEncoding(character: string): string {
  const bytes = Array.from(Buffer.from(character), (byte) => {
    const digits = byte.toString(16).padStart(2, '0');
    return `%(?:25)*${digits.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`)}`;
  });
  const plain = character.replace(/[!-/:-@[-^`{-~]/, '\\$&');
  // In a query, + stands for a space.
  return `(?:${plain}|${bytes.join('')}${character === '+' ? '| ' : ''})`;
}
