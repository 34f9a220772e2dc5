/** Modules that the program loads first, by the fault that they plant. */
export const plants: Record<string, string> = {
  deaf: `const { on } = process;
    const deaf = () => {};
    process.on = function (name, listener) { return on.call(this, name, /^SIG[HIT]/.test(name) ? deaf : listener); };
    for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, deaf);`,
  success: `for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.prependListener(name, () => process.exit(0));`,
  unwritten: `import fs from 'node:fs';
    process.stdout.write = (text, ...rest) => { try { fs.writeSync(1, text); } catch {} rest.at(-1)?.(); };`,
  trace: `import fs from 'node:fs';
    process.stdout.write = (text, ...rest) => {
      try { fs.writeSync(1, text); } catch (error) { process.nextTick(() => { throw error; }); }
      rest.at(-1)?.();
    };`,
  leftover: `import fs from 'node:fs';
    fs.writeFileSync('.left-' + process.pid, '');
    process.on('exit', () => fs.rmSync('.left-' + process.pid));`,
  orphan: `import { spawn } from 'node:child_process';
    const child = spawn('sleep', ['300'], { stdio: 'ignore' });
    child.unref();
    process.on('exit', () => child.kill('SIGKILL'));`,
};

/** What the self-test plants. */
export const faults = {
  deaf: 'a program that ignores signals',
  success: 'a signal that ends the program with exit code 0',
  unwritten: 'a program that goes on when it cannot write',
  trace: 'a stack trace where it cannot write',
  leftover: 'a temporary file that only a regular end removes',
  orphan: 'a child that only a regular end takes along',
};
