import { replayed } from './replayed.js';

export const characterRows = [
  replayed({
    name: 'character',
    what: 'GET character, token and rate limit, JSON',
    request: { path: '/ws/v2.0/character' },
    withToken: true,
    atLeast: 0.45,
  }),
];
