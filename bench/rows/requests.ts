import { calls, withBearer } from '../calls.js';
import { startBuilds, startByHand, stopAll } from '../contenders.js';
import { type Contestant, contest, insistOnSame, type Result } from '../contest.js';
import { formatNumber } from '../format.js';
import type { Table } from '../results.js';
import type { Bench, Row } from '../row.js';
import { median, ratios } from '../statistics.js';

/** The numbers of open connections. */
const CONNECTIONS = [1, 8, 32];

/** The cost of each request beside the services that were written by hand. */
export const requestsRow: Row = {
  name: 'requests',
  async measure(bench: Bench): Promise<Table> {
    const contenders = [...(await startBuilds(bench)), await startByHand('koa')];
    const [, ...others] = contenders;
    const lines: Table['lines'] = [];
    for (const [what, requests] of Object.entries(calls)) {
      const contestants = contenders.map(
        ({ name, server, token }): Contestant => ({ name, server, requests: withBearer(requests, token) }),
      );
      // Another version may answer in other words.
      await insistOnSame(contestants.filter(({ name }) => !bench.builds.slice(1).some((each) => each.name === name)));
      const cells: string[][] = [];
      for (const connections of CONNECTIONS) {
        const log = (step: string) => bench.log(`${what}, ${step}`);
        const results = await contest({ ...bench, log }, contestants, connections);
        const [svcapi, ...rest] = results as [Result, ...Result[]];
        const ofOthers = rest.map(({ cpu }) => median(ratios(svcapi.cpu, cpu)));
        cells.push([median(svcapi.cpu), ...ofOthers, median(svcapi.perSecond)].map(formatNumber));
      }
      lines.push([what, ...(cells[0] ?? []).map((_, column) => cells.map((each) => each[column]).join('/'))]);
    }
    await stopAll(contenders);
    const columns = others.map(({ name }) => `of ${name}`);
    const head = ['Request', 'µs', ...columns, 'a second'];
    const note =
      `The processor time of a request with ${CONNECTIONS.join('/')} connections, divided by that of another service, ` +
      'which answers with the same bytes from the same rows, checks a token, counts calls and writes a log.';
    return { name: 'requests', title: 'Requests', head, lines, note };
  },
};
