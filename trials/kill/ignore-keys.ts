import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';

// Loaded before the service: takes Idempotency-Key out of every request, so that repetitions are applied again.
subscribe('http.server.request.start', (message) => {
  delete (message as { request: IncomingMessage }).request.headers['idempotency-key'];
});
