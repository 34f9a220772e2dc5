import { type Line, LineSplitter } from './lines.js';

/** Maximum lines, and characters of them, that are gathered: memory is bounded however much waits in the pipe. */
const MOST_LINES = 1000;
const MOST_CHARACTERS = 8 * 1024 * 1024;

/** The time between two yields while little arrives, in milliseconds. */
const PAUSE = 1000;

/**
 * Gathers the lines of a stream that may never end: yields those that have arrived once a second, and sooner when there are many.
 * It reads no further until the next call.
 *
 * @param sleep lets the time pass
 */
export async function* gatherLines(
  chunks: AsyncGenerator<Uint8Array>,
  sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>,
): AsyncGenerator<Line[]> {
  const splitter = new LineSplitter();
  const ended = new AbortController();
  // Rejected at the end alone.
  const pause = () => sleep(PAUSE, ended.signal).catch(() => {});
  let gathered: Line[] = [];
  let characters = 0;
  const take = () => {
    const taken = gathered;
    gathered = [];
    characters = 0;
    return taken;
  };
  try {
    let isDue = pause();
    for (let reading = chunks.next(); ; ) {
      const read = await (gathered.length === 0 ? reading : Promise.race([reading, isDue]));
      if (!read) {
        yield take();
        isDue = pause();
        continue;
      }
      if (read.done) break;
      for (const line of splitter.push(read.value)) {
        gathered.push(line);
        characters += 'text' in line ? line.text.length : 0;
        if (gathered.length >= MOST_LINES || characters >= MOST_CHARACTERS) yield take();
      }
      reading = chunks.next();
    }
    gathered.push(...splitter.end());
    if (gathered.length > 0) yield take();
  } finally {
    ended.abort();
    await chunks.return(undefined);
  }
}
