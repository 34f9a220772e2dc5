/** Converts milliseconds to seconds, rounded up. */
export function toSeconds(milliseconds: number): number {
  return Math.ceil(milliseconds / 1000);
}

/** Returns the seconds from now until a time, rounded up; both times are Unix milliseconds. */
export function secondsUntil(timestamp: number, now: number): number {
  return toSeconds(timestamp - now);
}
