import { subscribe } from 'node:diagnostics_channel';
import type { Server } from 'node:http';

// Loaded before the service in a short run: its limits are so short that nobody waits long for them.
const limits = { headersTimeout: 2000, requestTimeout: 2000, keepAliveTimeout: 1000, timeout: 3000 };
subscribe('http.server.request.start', (message) => {
  Object.assign((message as { server: Server }).server, limits);
});
