import nodeModule = require('node:module');

/** Required by a program: it prints the folder of compiled code instead of using it, on every Node.js. */
const { SVCAPI_TEST_EUID: euid } = process.env;
if (euid !== undefined) process.geteuid = () => Number(euid);
// The program looks for this function in Node.js 22 and newer alone.
Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '100.0.0' } });
Object.assign(nodeModule, {
  enableCompileCache: (folder: string) => process.stderr.write(`compiled code: ${folder}\n`),
});
