/** Required by a program: at its end it writes the files and the modules of Node.js that were loaded to standard error. */
process.on('exit', () => {
  const { moduleLoadList } = process as unknown as { moduleLoadList: string[] };
  const modules = moduleLoadList.filter((each) => each.startsWith('NativeModule ')).map((each) => each.slice(13));
  process.stderr.write(`${JSON.stringify({ files: Object.keys(require.cache), modules })}\n`);
});
