#!/usr/bin/env node
// Looks at the version of Node.js before the rest is loaded, in syntax that old versions can read.
const needed = 'NEEDED';
const [[major, minor], [thisMajor, thisMinor]] = [needed, process.versions.node].map((text) =>
  text.split('.').map(Number),
);
if (thisMajor > major || (thisMajor === major && thisMinor >= minor)) {
  require('./chunks/main.cjs');
} else {
  process.stderr.write(`svcapi: Node.js ${needed} or newer is needed; this is ${process.versions.node}\n`);
  process.exitCode = 1;
}
