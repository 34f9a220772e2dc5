const { join } = require('node:path');
const { Script } = require('node:vm');

/** A chunk is a function, as Node.js makes one of every CommonJS module. */
const HEAD = '(function (exports, require, module, __filename, __dirname) { ';
const FOOT = '\n})';

/**
 * Returns the folder of the compiled chunks. V8 itself refuses code of another version of V8, and code that was compiled with other flags;
 * Node.js changes more than that.
 */
exports.cacheFolder = (chunks) => {
  const { version, versions, platform, arch } = process;
  return join(chunks, '..', 'code-cache', `node-${version}-v8-${versions.v8}-${platform}-${arch}`);
};

/**
 * Compiles a chunk.
 *
 * @param cachedData what compiling the same source gave before; undefined for nothing
 */
exports.compile = (filename, source, cachedData) =>
  new Script(HEAD + source + FOOT, { filename, columnOffset: -HEAD.length, cachedData });
