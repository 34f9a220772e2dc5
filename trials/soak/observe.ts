import { subscribe } from 'node:diagnostics_channel';
import type { ServerResponse } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Observation } from './measurement.js';

// Loaded before the service: answers each message with what it has observed, an Observation.
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

let serverErrors = 0;
subscribe('http.server.response.finish', (message) => {
  const { response } = message as { response: ServerResponse };
  if (response.statusCode >= 500) serverErrors += 1;
});

process.on('message', () => {
  collect();
  // What the first collection freed can have held on to more.
  collect();
  const { heapUsed, external } = process.memoryUsage();
  process.send?.({ reachable: heapUsed + external, serverErrors } satisfies Observation);
});
process.once('disconnect', () => process.exit());
