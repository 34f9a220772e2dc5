import { replayed } from './replayed.js';

const path = '/ws/v2.0/api/time';

export const timeRows = [
  replayed({ name: 'time-json', what: 'GET api/time, JSON', request: { path }, atLeast: 0.8 }),
  replayed({
    name: 'time-xml',
    what: 'GET api/time, XML',
    request: { path, headers: { Accept: 'application/xml' } },
    atLeast: 0.6,
  }),
  replayed({
    name: 'time-form',
    what: 'POST api/time, form',
    request: {
      path,
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: 'cgt=Year+12+Day+3',
    },
    atLeast: 0.5,
  }),
];

export const characterRows = [
  replayed({
    name: 'character',
    what: 'GET character, token and rate limit, JSON',
    request: { path: '/ws/v2.0/character' },
    withToken: true,
    atLeast: 0.45,
  }),
];

/** Answers that are the same for every client, and are written once. */
export const sharedAnswerRows = [
  replayed({ name: 'index', what: 'GET index', request: { path: '/ws/v2.0/' }, atLeast: 0.8 }),
  replayed({
    name: 'permissions',
    what: 'GET api/permissions',
    request: { path: '/ws/v2.0/api/permissions' },
    atLeast: 0.8,
  }),
];
