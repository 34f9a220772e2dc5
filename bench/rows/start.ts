import { send } from '../answer.js';
import type { Bench } from '../bench.js';
import { copyOf, galaxy } from '../galaxy.js';
import { cpuSeconds } from '../proc.js';
import type { Line, Row } from '../row.js';
import { startService } from '../server.js';
import { ratios, summarize } from '../statistics.js';
import { aim } from '../targets.js';
import { MILLIONS } from './credit-log.js';
import { USUAL } from './replayed.js';

const what = 'svcapi serve to its first answer, existing database';

/** The cost of starting the service on an existing database. */
const firstAnswer: Row = {
  name: 'start',
  what,
  lasts: ({ rounds, quick }) => rounds * (quick ? 1 : 2),
  async measure(bench) {
    const usual = copyOf(await galaxy(USUAL));
    const small = await starts(bench, `${what}, ${USUAL.toLocaleString('en')} transactions`, usual.database);
    const toReach = aim('serve to its first answer, 5,000,000 transactions, s of processor time');
    if (bench.quick) return [{ ...small, goal: toReach.goal }];
    const { database } = copyOf(await galaxy(MILLIONS));
    const large = await starts(bench, `${what}, ${MILLIONS.toLocaleString('en')} transactions`, database);
    const many = `${what}, ${MILLIONS.toLocaleString('en')} transactions`;
    return [
      { ...small, goal: toReach.goal },
      { ...large, ...toReach },
      {
        what: many,
        ...aim('serve to its first answer, 5,000,000 transactions, of the same with 50,000'),
        summary: summarize(ratios(timesOf(large), timesOf(small))),
        unit: `of the processor time with ${USUAL.toLocaleString('en')}`,
        series: [],
      },
    ];
  },
};

const timesOf = ({ series }: Line) => series[0]?.rounds ?? [];

async function starts(bench: Bench, title: string, database: string): Promise<Line> {
  const cpu: number[] = [];
  const wall: number[] = [];
  for (let round = 1; round <= bench.rounds; round += 1) {
    bench.log(`start ${round} of ${bench.rounds}`);
    const begun = performance.now();
    const server = await startService({ database });
    await send(server.url, { path: '/ws/v2.0/api/time' });
    wall.push((performance.now() - begun) / 1000);
    cpu.push(cpuSeconds(server.pid));
    await server.stop();
  }
  return {
    what: title,
    summary: summarize(cpu),
    unit: 's of processor time',
    series: [
      { name: `${title}, processor time`, unit: 's', rounds: cpu },
      { name: `${title}, wall`, unit: 's', rounds: wall },
    ],
  };
}

export const startRows = [firstAnswer];
