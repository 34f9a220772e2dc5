import type { z } from 'zod';
import type { routes } from '../routes/index.js';

type Routes = (typeof routes)[number];

/** The published package has these types written out. */
export type RouteTypes = {
  [R in Routes as `${R['method']} ${R['path']['path']}`]: {
    payload: z.output<R['response']>;
    // The output: a path can be spelled in more ways than a program should know, such as /events/Personal.
    params: z.output<R['path']['params']>;
    query: z.input<R['query']>;
    body: z.input<R['body']>;
  };
};
