import { constants, fstatSync, openSync } from 'node:fs';
import { Socket } from 'node:net';

/** The part of Node.js that watches what can be read from a descriptor, and so notices an error of it too. */
interface Binding {
  TCP: new (type: 0) => { open(descriptor: number): number };
}

/**
 * Calls the listener when the reader of a pipe at standard output has gone, which a program that has nothing to write would notice only at its
 * next write: `svcapi changes --follow | head -1` would not end. No public interface of Node.js watches a pipe that is only written
 * to; where this one is missing, and on other systems than Linux, the next write notices.
 *
 * @returns a function that ends the watch
 */
export function watchReader(gone: () => void): () => void {
  try {
    if (!fstatSync(1).isFIFO()) return () => {};
    const { TCP } = (process as unknown as { binding(name: 'tcp_wrap'): Binding }).binding('tcp_wrap');
    const handle = new TCP(0);
    // Opened once more, since the descriptor itself is written to.
    if (handle.open(openSync('/proc/self/fd/1', constants.O_WRONLY | constants.O_NONBLOCK)) !== 0) return () => {};
    const socket = new Socket({ handle, writable: false } as object);
    socket.on('error', gone).resume().unref();
    return () =>
      socket
        .off('error', gone)
        .on('error', () => {})
        .destroy();
  } catch (error) {
    // A pipe that nobody reads any more cannot be opened for writing.
    if ((error as NodeJS.ErrnoException).code === 'ENXIO') gone();
    return () => {};
  }
}
