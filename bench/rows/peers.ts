import { send } from '../answer.js';
import { type Contestant, contest, contestLasts, seriesOf, stop } from '../contest.js';
import { copyOf, galaxy } from '../galaxy.js';
import { startPeers } from '../peers/start.js';
import type { Row } from '../row.js';
import { startService } from '../server.js';
import { ratios, summarize } from '../statistics.js';
import { installTools } from '../tools.js';
import { USUAL } from './replayed.js';

const request = { path: '/ws/v2.0/api/time' };

/** Servers that a client developer could run instead, with the same GET. */
const peers: Row = {
  name: 'peers',
  what: 'GET api/time beside other tools',
  lasts: (bench) => contestLasts(bench, 5) + 10,
  async measure(bench) {
    await installTools();
    const server = await startService(copyOf(await galaxy(USUAL)));
    const others = Object.entries(await startPeers(request.path, await send(server.url, request)));
    const contestants: Record<string, Contestant> = {
      svcapi: { name: 'svcapi', server, request },
      ...Object.fromEntries(others.map(([name, { server, path }]) => [name, { name, server, request: { path } }])),
    };
    const results = await contest(bench, contestants);
    await stop(contestants);
    const perSecond = (name: string) => results[name]?.perSecond ?? [];
    return others.map(([name], index) => ({
      what: `GET api/time, ${name}`,
      summary: summarize(ratios(perSecond(name), perSecond('svcapi'))),
      unit: 'of svcapi',
      series: index === 0 ? seriesOf(contestants, results) : [],
    }));
  },
};

export const peerRows = [peers];
