const { readFileSync } = require('node:fs');
const { join } = require('node:path');
const { cacheFolder, compile } = require('./code-cache.cjs');

// Loads the chunks of the program, with the code that was compiled at its installation where there is some. Node.js compiles again
// for every command, which takes longer than most of them.

/** The variable that turns off the same cache of Node.js. */
const isCached = !process.env.NODE_DISABLE_COMPILE_CACHE;
const cache = cacheFolder(__dirname);

/**
 * Flags for the size of the heap, such as `--max-semi-space-size=4`. V8 reads them when it makes a heap, and refuses code that was compiled
 * without them.
 */
const HEAP_FLAG = /^(--max[-_](?:old|semi)[-_]space[-_]size)=\d+$/;
const { execArgv, env } = process;
const heapFlags = [...execArgv, ...(env.NODE_OPTIONS ?? '').split(' ')].filter((flag) => HEAP_FLAG.test(flag));
const chunks = new Map();

function load(name) {
  const known = chunks.get(name);
  if (known) return known.exports;
  const filename = join(__dirname, name);
  const module = { exports: {}, id: filename, filename };
  chunks.set(name, module);
  compileWithoutFlags(filename, isCached ? compiled(name) : undefined).runInThisContext()(
    module.exports,
    requireFrom,
    module,
    filename,
    __dirname,
  );
  return module.exports;
}

/** Compiles a chunk as at the installation: without flags for the size of the heap, which worker threads still get. */
function compileWithoutFlags(filename, cachedData) {
  setFlags(heapFlags.map((flag) => flag.replace(HEAP_FLAG, '$1=0')));
  const chunk = compile(filename, readFileSync(filename, 'utf8'), cachedData);
  setFlags(heapFlags);
  return chunk;
}

function setFlags(flags) {
  for (const flag of flags) require('node:v8').setFlagsFromString(flag);
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
