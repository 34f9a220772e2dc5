import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';

// Loaded before the service: takes Last-Event-ID out of every request.
subscribe('http.server.request.start', (message) => {
  delete (message as { request: IncomingMessage }).request.headers['last-event-id'];
});
