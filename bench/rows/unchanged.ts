import { calls, withBearer } from '../calls.js';
import { type Contender, startBuilds, stopAll } from '../contenders.js';
import { type Contestant, contest, type Result } from '../contest.js';
import type { Row } from '../row.js';
import { median, ratios } from '../statistics.js';

const CONNECTIONS = 8;

/** The calls whose first 200 is measured, and those whose 304 is. */
const KINDS: [what: string, first: string, again: string][] = [
  ['GET creditlog, kept', 'GET creditlog, different', 'GET creditlog, repeated'],
  ...['GET character, different', 'GET datacard, different'].map((name): [string, string, string] => [
    name,
    name,
    name,
  ]),
];

/** The cost of a 304 beside that of a 200. */
export const unchangedRow: Row = {
  name: 'unchanged',
  async measure(bench) {
    const [{ server, token }] = (await startBuilds({ ...bench, builds: [bench.builds[0]] })) as [Contender];
    const lines: (string | number)[][] = [];
    for (const [what, first, again] of KINDS) {
      const known = (calls[again] ?? []).map((call) => ({ ...call, headers: { 'If-None-Match': '*' } }));
      const contestants: Contestant[] = [
        { name: 'a first 200', server, requests: withBearer(calls[first] ?? [], token) },
        { name: 'a 304', server, requests: withBearer(known, token) },
      ];
      const log = (step: string) => bench.log(`${what}, ${step}`);
      const [whole, unchanged] = (await contest({ ...bench, log }, contestants, CONNECTIONS)) as [Result, Result];
      lines.push([what, median(whole.cpu), median(unchanged.cpu), median(ratios(unchanged.cpu, whole.cpu))]);
    }
    await stopAll([{ server }]);
    const head = ['Request', 'µs of a first 200', 'µs of a 304', 'of the 200'];
    const note = 'Processor time of answers that the client has.';
    return { name: 'unchanged', title: 'Unchanged answers', head, lines, note };
  },
};
