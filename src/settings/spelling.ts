/** The three spellings of a setting's name: `rateLimit`, `--rate-limit` and `SVCAPI_RATE_LIMIT`. */

/** Returns the key in a config file: `rate-limit`. */
export function keyOf(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** Returns the flag: `--rate-limit`. */
export function flagOf(name: string): string {
  return `--${keyOf(name)}`;
}

/** Returns the environment variable: `SVCAPI_RATE_LIMIT`. */
export function variableOf(name: string): string {
  return `SVCAPI_${keyOf(name).replaceAll('-', '_').toUpperCase()}`;
}
