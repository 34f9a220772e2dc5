const { readFileSync } = require('node:fs');
const { join } = require('node:path');
const { cacheFolder, compile } = require('./code-cache.cjs');

// Loads the chunks of the program, with the code that was compiled at its installation where there is some. Node.js compiles again
// for every command, which takes longer than most of them.

/** The variable that turns off the same cache of Node.js. */
const isCached = !process.env.NODE_DISABLE_COMPILE_CACHE;
const cache = cacheFolder(__dirname);
const chunks = new Map();

function load(name) {
  const known = chunks.get(name);
  if (known) return known.exports;
  const filename = join(__dirname, name);
  const module = { exports: {}, id: filename, filename };
  chunks.set(name, module);
  const chunk = compile(filename, readFileSync(filename, 'utf8'), isCached ? compiled(name) : undefined);
  chunk.runInThisContext()(module.exports, requireFrom, module, filename, __dirname);
  return module.exports;
}

function requireFrom(name) {
  return name.startsWith('./') ? load(name.slice(2)) : require(name);
}

/** Returns the compiled code of a chunk; undefined where there is none. */
function compiled(name) {
  try {
    return readFileSync(join(cache, name));
  } catch {
    return undefined;
  }
}

load('main.cjs');
