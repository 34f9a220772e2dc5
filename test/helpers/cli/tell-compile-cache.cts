import nodeModule = require('node:module');

/** Required by a program: it prints the folder of compiled code instead of using it, on every Node.js. */
const { SVCAPI_TEST_EUID: euid } = process.env;
if (euid !== undefined) process.geteuid = () => Number(euid);
Object.assign(nodeModule, {
  enableCompileCache: (folder: string) => process.stderr.write(`compiled code: ${folder}\n`),
});
