const { existsSync, writeFileSync } = require('node:fs') as typeof import('node:fs');
const promises = require('node:fs/promises') as typeof import('node:fs/promises');
const { join } = require('node:path') as typeof import('node:path');

/**
 * Required by the program under test. Wine sets variables such as APPDATA itself and cannot send a console event, and a test
 * must not guess how long a file is held: `control` is a folder through which the test does these three things.
 */
const { TEST_ENV = '{}', TEST_CONTROL: control } = process.env;
delete process.env.TEST_ENV;
delete process.env.TEST_CONTROL;
delete process.env.NODE_OPTIONS;
Object.assign(process.env, JSON.parse(TEST_ENV));

if (control !== undefined) {
  const at = (name: string) => join(control, name);
  const signal = process.platform === 'win32' ? 'SIGBREAK' : 'SIGINT';
  const polling = setInterval(() => {
    if (!existsSync(at('stop')) || process.listenerCount(signal) === 0) return;
    clearInterval(polling);
    process.emit(signal, signal);
  }, 20);
  polling.unref();
  const { rename } = promises;
  /** A failure is reported, and passed on when the file is free again. */
  promises.rename = async (from, to) => {
    try {
      await rename(from, to);
    } catch (error) {
      writeFileSync(at('failed'), '');
      while (!existsSync(at('free'))) await new Promise((resolve) => setTimeout(resolve, 20));
      throw error;
    }
  };
}
