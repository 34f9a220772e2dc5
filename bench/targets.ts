import nodeModule from 'node:module';
import type { Goal } from './row.js';

/** Node.js 22.8 and newer starts the program with the code that it keeps compiled. */
export const keepsCompiled = 'enableCompileCache' in nodeModule;

/** The goals of the service, in the order of the table at the top of the report. */
export const targets = {
  'GET api/time, JSON, of bare Koa': { atLeast: 0.9 },
  'GET api/time, XML, of bare Koa': { atLeast: 0.8 },
  'POST api/time, form, of bare Koa': { atLeast: 0.45 },
  'POST api/time, form, of bare Koa with koa-body': { atLeast: 0.8 },
  'GET character, repeated, of bare Koa': { atLeast: 0.8 },
  'GET character, 200 in turn, of bare Koa': { atLeast: 0.7 },
  'GET character, every one different, of bare Koa': { atLeast: 0.36 },
  'GET datacard, repeated, of bare Koa': { atLeast: 0.8 },
  'GET datacard, every one different, of bare Koa': { atLeast: 0.3 },
  'GET creditlog, 50 rows, repeated, of bare Koa': { atLeast: 0.7 },
  'GET creditlog, 50 rows, every page different, of bare Koa': { atLeast: 0.13 },
  'Any call on grown data, processor time for the same answer on small data': { atMost: 1.2 },
  'With the default request log, of without it': { atLeast: 0.9 },
  'GET character on PostgreSQL, every one different, of the same on SQLite': { atLeast: 0.55 },
  'GET character on PostgreSQL with Redis, every one different, of the same on SQLite': { atLeast: 0.7 },
  'GET character on SQLite with Redis, every one different, of the same without it': { atLeast: 0.7 },
  'GET character on PostgreSQL or with Redis, repeated, of the same on SQLite': { atLeast: 0.8 },
  'Longest hold of the event loop, garbage collection apart, ms': { atMost: 2 },
  'Memory after 1,000,000 requests with the cache full, MB': { atMost: 140 },
  'svcapi time, of node -e 0': { atMost: keepsCompiled ? 1.45 : 1.6 },
  'svcapi --version, of node -e 0': { atMost: keepsCompiled ? 1.45 : 1.6 },
  'svcapi ratelimits, of node -e 0': { atMost: keepsCompiled ? 2.2 : 2.45 },
  'Any call with 100,000 blacklisted addresses, 99th percentile of that with none': { atMost: 1.1 },
  'serve to its first answer, 5,000,000 transactions, s of processor time': { atMost: keepsCompiled ? 0.25 : 0.35 },
  'serve to its first answer, 5,000,000 transactions, of the same with 50,000': { atMost: 1.1 },
} satisfies Record<string, Goal>;

export type Target = keyof typeof targets;

/** Returns what makes a line one of a goal of the service. */
export function aim(target: Target): { target: Target; goal: Goal } {
  return { target, goal: targets[target] };
}
