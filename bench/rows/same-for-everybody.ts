import { replayed } from './replayed.js';

export const sameForEverybodyRows = [
  replayed({ name: 'index', what: 'GET index', request: { path: '/ws/v2.0/' }, atLeast: 0.8 }),
  replayed({
    name: 'permissions',
    what: 'GET api/permissions',
    request: { path: '/ws/v2.0/api/permissions' },
    atLeast: 0.8,
  }),
];
