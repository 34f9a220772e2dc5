/** Files, each with the files that it imports. */
export type Graph = ReadonlyMap<string, readonly string[]>;

/**
 * Returns the circles of a graph: each is the largest group of files that all lead to each other. By Tarjan's algorithm for
 * strongly connected components.
 */
export function circles(graph: Graph): string[][] {
  const found: string[][] = [];
  const order = new Map<string, number>();
  const path: string[] = [];

  /** Returns the earliest file of the path that can be reached from a file, by its order. */
  function visit(file: string): number {
    const own = order.size;
    order.set(file, own);
    path.push(file);
    let earliest = own;
    for (const next of graph.get(file) ?? []) {
      if (!graph.has(next)) continue;
      if (!order.has(next)) earliest = Math.min(earliest, visit(next));
      else if (path.includes(next)) earliest = Math.min(earliest, order.get(next) as number);
    }
    if (earliest === own) {
      const group = path.splice(path.indexOf(file));
      if (group.length > 1) found.push(group.sort());
    }
    return earliest;
  }

  for (const file of graph.keys()) if (!order.has(file)) visit(file);
  return found;
}
