const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

/** Returns words such as “24 hours” or “90 seconds”: the largest unit that fits; days start at three. */
export function durationInWords(seconds: number): string {
  const fits = ([name, length]: (typeof UNITS)[number]) =>
    seconds % length === 0 && seconds >= (name === 'day' ? 3 : 1) * length;
  const [name, length] = UNITS.find(fits) ?? (['second', 1] as const);
  return counted(seconds / length, name);
}

export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
