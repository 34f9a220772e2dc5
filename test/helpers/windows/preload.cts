const { existsSync } = require('node:fs') as typeof import('node:fs');
const { join } = require('node:path') as typeof import('node:path');

/**
 * Required by the program under test. Wine sets variables such as APPDATA itself, and cannot send a console event: the test
 * does so by a file in the folder `control`.
 */
const { TEST_ENV = '{}', TEST_CONTROL: control } = process.env;
delete process.env.TEST_ENV;
delete process.env.TEST_CONTROL;
delete process.env.NODE_OPTIONS;
Object.assign(process.env, JSON.parse(TEST_ENV));

// Node.js ends on Windows when it reads the title of a console that has none; wine has none, but does not always say so.
const { getOwnPropertyDescriptor } = Object;
Object.getOwnPropertyDescriptor = (of, key) => {
  if (of === process && key === 'title' && process.platform === 'win32') throw new Error('The title was read.');
  return getOwnPropertyDescriptor(of, key);
};

if (control !== undefined) {
  const at = (name: string) => join(control, name);
  const signal = process.platform === 'win32' ? 'SIGBREAK' : 'SIGINT';
  const polling = setInterval(() => {
    if (!existsSync(at('stop')) || process.listenerCount(signal) === 0) return;
    clearInterval(polling);
    process.emit(signal, signal);
  }, 20);
  polling.unref();
}
