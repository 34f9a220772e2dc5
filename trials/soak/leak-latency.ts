import { subscribe } from 'node:diagnostics_channel';
import './observe.js';

// Loaded before the service: every request takes a little longer than the one before.
const lock = new Int32Array(new SharedArrayBuffer(4));
let requests = 0;
subscribe('http.server.request.start', () => {
  requests += 1;
  Atomics.wait(lock, 0, 0, requests / 50);
});
