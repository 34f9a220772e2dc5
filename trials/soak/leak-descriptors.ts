import { subscribe } from 'node:diagnostics_channel';
import { openSync } from 'node:fs';
import './observe.js';

// Loaded before the service: every request leaves a descriptor open.
subscribe('http.server.request.start', () => void openSync('/dev/null', 'r'));
