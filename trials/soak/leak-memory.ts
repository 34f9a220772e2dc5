import { subscribe } from 'node:diagnostics_channel';
import './observe.js';

// Loaded before the service: every request leaves memory behind.
const kept: number[][] = [];
subscribe('http.server.request.start', () => void kept.push(new Array(20_000).fill(kept.length)));
