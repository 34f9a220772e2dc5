import test from 'ava';

/** Tests of a process that run at a time: each has a service and its database, or programs, and all of them share a processor. */
const AT_A_TIME = 6;

let running = 0;
const waiting: (() => void)[] = [];

// AVA starts all tests of a process together. Every suite imports this file first (tools/test/suites.js).
test.beforeEach(async () => {
  if (running >= AT_A_TIME) await new Promise<void>((resolve) => waiting.push(resolve));
  else running += 1;
});

test.afterEach.always(() => {
  const next = waiting.shift();
  if (next) next();
  else running -= 1;
});
