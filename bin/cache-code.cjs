const { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } = require('node:fs');
const { dirname, join } = require('node:path');
const { setFlagsFromString } = require('node:v8');
const { cacheFolder, compile } = require('./code-cache.cjs');

// Run at installation, by the build and by `npm rebuild svcapi`: compiles the program for this Node.js, so that commands need not.

/** A chunk whose name contains a hash of its source. */
const HASHED = /-[A-Z\d]{8}\.cjs$/;

const chunks = join(__dirname, '../dist/chunks');

try {
  cacheCode();
} catch (error) {
  // A checkout that is not built yet has no chunks; and a program that compiles at every start works, too.
  if (error.code !== 'ENOENT') process.stderr.write(`svcapi: cannot keep compiled code: ${error.message}\n`);
}

function cacheCode() {
  const names = readdirSync(chunks).filter((name) => HASHED.test(name));
  const folder = cacheFolder(chunks);
  rmSync(dirname(folder), { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const name of names) {
    const temporary = join(folder, `${name}.new`);
    writeFileSync(temporary, compileWhole(name).createCachedData());
    renameSync(temporary, join(folder, name));
  }
}

/** Compiles a chunk with all of its functions, which otherwise happens when each is first called. */
function compileWhole(name) {
  setFlagsFromString('--no-lazy');
  // The name alone, since V8 stores it with the code: a release has the same bytes wherever it is made.
  const script = compile(name, readFileSync(join(chunks, name), 'utf8'));
  // V8 stores the flags with the code, and would refuse it with others.
  setFlagsFromString('--lazy');
  return script;
}
