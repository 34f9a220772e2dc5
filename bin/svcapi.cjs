#!/usr/bin/env node
// Looks at the version of Node.js before the rest is loaded, in syntax that old versions can read.
const needed = 'NEEDED';
const [[major, minor], [thisMajor, thisMinor]] = [needed, process.versions.node].map((text) =>
  text.split('.').map(Number),
);
if (thisMajor > major || (thisMajor === major && thisMinor >= minor)) {
  keepCompiledCode();
  require('./chunks/START').run();
} else {
  process.stderr.write(`svcapi: Node.js ${needed} or newer is needed; this is ${process.versions.node}\n`);
  process.exitCode = 1;
}

/** Lets Node.js 22.8 and newer keep compiled code: without it, commands start 5 to 8 % slower. */
function keepCompiledCode() {
  // Node.js 20 has no such thing, and takes a millisecond to load the module.
  if (thisMajor < 22) return;
  const { enableCompileCache } = require('node:module');
  if (enableCompileCache === undefined) return;
  const { XDG_CACHE_HOME = '', HOME = '' } = process.env;
  const [home, folder] = XDG_CACHE_HOME.startsWith('/') ? [XDG_CACHE_HOME, 'svcapi'] : [HOME, '.cache/svcapi'];
  try {
    if (!home.startsWith('/')) return;
    // Not in the home of another user, which sudo may leave in HOME: code that is planted there would run as root.
    if (require('node:fs').statSync(home).uid === process.geteuid()) enableCompileCache(`${home}/${folder}`);
  } catch (_error) {
    // There is no such home.
  }
}
