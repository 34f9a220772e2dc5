import type { Task } from './task.js';

/** Works through the cases of a task, several at a time. */
export async function inParallel(task: Task, workers: number, work: (number: number) => Promise<void>): Promise<void> {
  const cases = task.cases();
  const worker = async () => {
    for (let next = cases.next(); !next.done; next = cases.next()) await work(next.value);
  };
  await Promise.all(Array.from({ length: workers }, worker));
}
