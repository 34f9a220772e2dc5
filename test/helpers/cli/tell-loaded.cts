const { writeSync } = require('node:fs') as typeof import('node:fs');
const vm = require('node:vm') as { Script: typeof import('node:vm').Script };

/**
 * Required by a program: at its end it writes the files and the modules of Node.js that were loaded to standard error, and the chunks
 * among the files that came without compiled code.
 */
const chunks = new Map<string, boolean>();

vm.Script = class extends vm.Script {
  constructor(source: string, options: import('node:vm').ScriptOptions) {
    super(source, options);
    chunks.set(options.filename ?? '', options.cachedData !== undefined && this.cachedDataRejected === false);
  }
};

process.on('exit', () => {
  const { moduleLoadList } = process as unknown as { moduleLoadList: string[] };
  const modules = moduleLoadList.filter((each) => each.startsWith('NativeModule ')).map((each) => each.slice(13));
  const files = [...Object.keys(require.cache), ...chunks.keys()];
  const compiled = [...chunks].filter(([, isCached]) => !isCached).map(([path]) => path);
  // The stream of standard error would load more modules.
  writeSync(2, `${JSON.stringify({ files, compiled, modules })}\n`);
});
