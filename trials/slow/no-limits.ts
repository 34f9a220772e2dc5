import { subscribe } from 'node:diagnostics_channel';
import type { Server } from 'node:http';

// Loaded before the service: it waits for slow clients for ever.
const limits = { headersTimeout: 0, requestTimeout: 0, keepAliveTimeout: 0, timeout: 0 };
subscribe('http.server.request.start', (message) => {
  Object.assign((message as { server: Server }).server, limits);
});
