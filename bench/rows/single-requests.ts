import type { Request } from '../answer.js';
import { bareContestants, contest, contestLasts, seriesOf, stop } from '../contest.js';
import { copyOf, galaxy } from '../galaxy.js';
import type { Row } from '../row.js';
import { startService } from '../server.js';
import { ratios, summarize } from '../statistics.js';
import { aim } from '../targets.js';
import { replayed, USUAL } from './replayed.js';

const path = '/ws/v2.0/api/time';

const form: Request = {
  path,
  method: 'POST',
  headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  body: 'cgt=Year+12+Day+3',
};

/** The same beside a Koa that reads the body too, as a program with koa-body does. */
const formWithBody: Row = {
  name: 'time-form-body',
  what: 'POST api/time, form, beside Koa with koa-body',
  lasts: (bench) => contestLasts(bench, 2),
  async measure(bench) {
    const server = await startService(copyOf(await galaxy(USUAL)));
    const bare = await bareContestants(server, form, ['koa-body'] as const);
    const contestants = { svcapi: { name: 'svcapi', server, request: form }, ...bare };
    const results = await contest(bench, contestants);
    await stop(contestants);
    const { svcapi, 'koa-body': other } = results;
    return [
      {
        what: 'POST api/time, form',
        ...aim('POST api/time, form, of bare Koa with koa-body'),
        summary: summarize(ratios(svcapi.perSecond, other.perSecond)),
        byTime: summarize(ratios(other.cpu, svcapi.cpu)),
        unit: 'of bare Koa with koa-body',
        series: seriesOf(contestants, results),
      },
    ];
  },
};

export const timeRows = [
  replayed({
    name: 'time-json',
    what: 'GET api/time, JSON',
    request: { path },
    goal: aim('GET api/time, JSON, of bare Koa'),
  }),
  replayed({
    name: 'time-xml',
    what: 'GET api/time, XML',
    request: { path, headers: { Accept: 'application/xml' } },
    goal: aim('GET api/time, XML, of bare Koa'),
  }),
  replayed({
    name: 'time-form',
    what: 'POST api/time, form',
    request: form,
    goal: aim('POST api/time, form, of bare Koa'),
  }),
  formWithBody,
];

export const characterRows = [
  replayed({
    name: 'character',
    what: 'GET character, repeated, JSON',
    request: { path: '/ws/v2.0/character' },
    withToken: true,
    goal: aim('GET character, repeated, of bare Koa'),
  }),
  replayed({
    name: 'datacard',
    what: 'GET datacard, repeated, JSON',
    request: { path: '/ws/v2.0/datacard/14:1' },
    withToken: true,
    goal: aim('GET datacard, repeated, of bare Koa'),
  }),
];

/** Answers that are the same for every client, and are written once. */
export const sharedAnswerRows = [
  replayed({ name: 'index', what: 'GET index', request: { path: '/ws/v2.0/' }, goal: { goal: { atLeast: 0.8 } } }),
  replayed({
    name: 'permissions',
    what: 'GET api/permissions',
    request: { path: '/ws/v2.0/api/permissions' },
    goal: { goal: { atLeast: 0.8 } },
  }),
];
