import { subscribe } from 'node:diagnostics_channel';
import './observe.js';

// Loaded before the service: every request takes a little longer than the one before. The last of the short size take hundreds
// of times as long as the first, which a busy machine cannot hide.
const lock = new Int32Array(new SharedArrayBuffer(4));
let requests = 0;
subscribe('http.server.request.start', () => {
  requests += 1;
  Atomics.wait(lock, 0, 0, 40 * (requests / 1000) ** 4);
});
