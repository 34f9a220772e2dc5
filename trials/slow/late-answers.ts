import { subscribe } from 'node:diagnostics_channel';

// Loaded before the service: every request stops the process for a while.
subscribe('http.server.request.start', () => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 150));
