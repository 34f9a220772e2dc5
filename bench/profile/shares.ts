import type { Profiler } from 'node:inspector';

/** The share of the processor time that a part of the program takes. */
export interface Share {
  where: string;
  /** From 0 to 1. */
  share: number;
}

/** Node's own functions that write to a socket, and with it to the kernel. */
const SOCKET_WRITES = new Set(['writeLatin1String', 'writeUtf8String', 'writeAsciiString', 'writeBuffer', 'writev']);

/** What the profiler reports beside functions. */
const OUTSIDE: Readonly<Record<string, string>> = {
  '(garbage collector)': 'garbage collector',
  '(program)': 'outside of JavaScript',
  '(root)': 'outside of JavaScript',
};

/** The folder of our code that calls SQLite: native functions below it are SQLite's. */
const SQLITE = 'src/store/sqlite';

/**
 * Adds up the time of samples by package and by folder of src, without the time in which the process waited. A native function
 * belongs to its caller.
 *
 * @returns the largest share first; none where the process did nothing
 */
export function sharesOf(profiles: readonly Profiler.Profile[]): Share[] {
  const sums = new Map<string, number>();
  for (const profile of profiles) {
    const places = placesOf(profile);
    const { samples = [], timeDeltas = [] } = profile;
    for (const [index, node] of samples.entries()) {
      const place = places.get(node);
      if (place !== undefined) sums.set(place, (sums.get(place) ?? 0) + Math.max(0, timeDeltas[index] ?? 0));
    }
  }
  const total = [...sums.values()].reduce((sum, time) => sum + time, 0);
  const shares = [...sums].map(([where, time]) => ({ where, share: time / total }));
  return shares.filter(({ share }) => share > 0).sort((a, b) => b.share - a.share);
}

/** Returns the place of each node; none of those in which the process waited. */
function placesOf({ nodes }: Profiler.Profile): Map<number, string> {
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)));
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const callerOf = (id: number): string => {
    const parent = parents.get(id);
    const frame = parent === undefined ? undefined : byId.get(parent)?.callFrame;
    if (parent === undefined || frame === undefined) return 'outside of JavaScript';
    return frame.url === '' ? callerOf(parent) : placeOf(frame.url);
  };
  const places = new Map<number, string>();
  for (const { id, callFrame } of nodes) {
    const { functionName, url } = callFrame;
    if (functionName === '(idle)') continue;
    if (url !== '') places.set(id, placeOf(url));
    else if (SOCKET_WRITES.has(functionName)) places.set(id, 'writes to the socket');
    else {
      const caller = OUTSIDE[functionName] ?? callerOf(id);
      places.set(id, caller === SQLITE ? 'SQLite' : caller);
    }
  }
  return places;
}

/** Returns the package, the folder of src, the chunk of the bundle, or Node.js. */
function placeOf(url: string): string {
  if (url.startsWith('node:')) return 'Node.js';
  const inPackage = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url)?.[1];
  if (inPackage !== undefined) return inPackage;
  const chunk = /\/dist\/chunks\/([\w-]+?)(?:-[A-Z\d]{8})?\.cjs$/.exec(url)?.[1];
  if (chunk !== undefined) return `the bundle's ${chunk}`;
  const folder = /\/dist\/(src(?:\/[^/]+){0,2})\//.exec(url)?.[1];
  return folder ?? 'other';
}
