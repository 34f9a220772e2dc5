import timers from 'node:timers';

/** The timers of Node.js as they were when the module was loaded: tests replace them later. */
export const { setTimeout, clearTimeout } = timers;
