const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

/** Returns a duration in words, such as “24 hours” or “90 seconds”: in the largest unit that fits, days from three on. */
export function durationInWords(seconds: number): string {
  const fits = ([name, length]: (typeof UNITS)[number]) =>
    seconds % length === 0 && seconds >= (name === 'day' ? 3 : 1) * length;
  const [name, length] = UNITS.find(fits) ?? (['second', 1] as const);
  return counted(seconds / length, name);
}

/** Returns a number with its noun: “1 call”, “2 calls”. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
