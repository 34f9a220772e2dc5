// Run by npm before it installs the package: on an old Node.js the installation would succeed and the program not start.
const needed = require('../package.json').engines.node.replace('>=', '');
const [[major, minor], [thisMajor, thisMinor]] = [needed, process.versions.node].map((text) =>
  text.split('.').map(Number),
);
if (thisMajor < major || (thisMajor === major && thisMinor < minor)) {
  process.stderr.write(`svcapi: Node.js ${needed} or newer is needed; this is ${process.versions.node}\n`);
  process.exitCode = 1;
}
