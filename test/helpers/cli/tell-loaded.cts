const { writeSync } = require('node:fs') as typeof import('node:fs');

/** Required by a program: at its end it writes the files and the modules of Node.js that were loaded to standard error. */
process.on('exit', () => {
  const { moduleLoadList } = process as unknown as { moduleLoadList: string[] };
  const modules = moduleLoadList.filter((each) => each.startsWith('NativeModule ')).map((each) => each.slice(13));
  // The stream of standard error would load more modules.
  writeSync(2, `${JSON.stringify({ files: Object.keys(require.cache), modules })}\n`);
});
