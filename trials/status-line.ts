import { formatDuration } from '../bench/format.js';
import type { Task } from './task.js';
import type { Trial } from './trial.js';

/** Returns how far a task is: `kill on sqlite: 345 of 1,000 kills, 1.3/s, 8 minutes left, 0 violations`. */
export function statusLine({ name, unit }: Pick<Trial, 'name' | 'unit'>, task: Task): string {
  const { backend, done, size, seconds, violations } = task;
  const rate = done / Math.max(seconds, 0.001);
  const isComplete = done >= size;
  const count = isComplete ? `${whole(done)} ${unit}` : `${whole(done)} of ${whole(size)} ${unit}`;
  const time = isComplete || done === 0 ? formatDuration(seconds) : `${formatDuration((size - done) / rate)} left`;
  const found = violations.length === 1 ? '1 violation' : `${violations.length} violations`;
  return `${name} on ${backend}: ${count}, ${rate.toFixed(rate < 10 ? 1 : 0)}/s, ${time}, ${found}`;
}

function whole(value: number): string {
  return value.toLocaleString('en');
}
