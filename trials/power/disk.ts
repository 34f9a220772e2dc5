import { writeFileSync } from 'node:fs';
import type { Random } from '../../src/demo/random.js';
import type { Operation } from './read-trace.js';

/** A change of a file that the disk may not have yet. */
type Change = Extract<Operation, { kind: 'write' | 'truncate' }>;

interface File {
  /** What is on the disk for sure. */
  bytes: Buffer;
  isThere: boolean;
  pending: Change[];
}

/** The files of a database on a disk that keeps for sure only what it was made to keep. */
export class Disk {
  readonly #files = new Map<string, File>();

  /** @param database a file that is on the disk from the beginning */
  constructor(database: string, content: Buffer) {
    this.#files.set(database, { bytes: content, isThere: true, pending: [] });
  }

  perform(operation: Operation): void {
    if (operation.kind === 'answer') return;
    const file = this.#files.get(operation.file) ?? { bytes: Buffer.alloc(0), isThere: false, pending: [] };
    this.#files.set(operation.file, file);
    if (operation.kind === 'remove') Object.assign(file, { bytes: Buffer.alloc(0), isThere: false, pending: [] });
    else if (operation.kind === 'sync') {
      for (const change of file.pending) file.bytes = apply(file.bytes, change);
      Object.assign(file, { isThere: true, pending: [] });
    } else if (operation.kind === 'write' || operation.kind === 'truncate') file.pending.push(operation);
  }

  /**
   * Cuts the power: of the changes that are not synced, all are lost, or all kept, or each sector by chance.
   *
   * @param name returns the path for a file after the cut
   * @returns the number of sectors that are lost
   */
  cut(random: Random, name: (file: string) => string): number {
    let lost = 0;
    const share = random.pick([0, 0.5, 0.5, 0.9, 1]);
    const sector = random.pick([512, 4096]);
    for (const [path, { bytes, isThere, pending }] of this.#files) {
      let left: Buffer = Buffer.from(bytes);
      for (const change of pending.flatMap((each) => sectorsOf(each, sector))) {
        if (random.chance(share)) left = apply(left, change);
        else lost += 1;
      }
      if (isThere || left.length > 0) writeFileSync(name(path), left);
    }
    return lost;
  }
}

/** Splits a write into parts that a disk writes as a whole. */
function sectorsOf(change: Change, sector: number): Change[] {
  if (change.kind === 'truncate') return [change];
  const { file, offset, data } = change;
  const parts: Change[] = [];
  for (let at = 0; at < data.length; ) {
    const end = Math.min(data.length, at + sector - ((offset + at) % sector));
    parts.push({ kind: 'write', file, offset: offset + at, data: data.subarray(at, end) });
    at = end;
  }
  return parts;
}

/** Returns a file after a change; what was never written is zero. */
function apply(bytes: Buffer, change: Change): Buffer {
  const size = change.kind === 'truncate' ? change.size : Math.max(bytes.length, change.offset + change.data.length);
  const changed = size === bytes.length ? bytes : Buffer.alloc(size);
  if (changed !== bytes) bytes.copy(changed);
  if (change.kind === 'write') change.data.copy(changed, change.offset);
  return changed;
}
