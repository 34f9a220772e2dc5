import fs = require('node:fs');

/** Writes what preload/usage.ts writes. That is an ES module, whose loader takes as long as a short command. */
process.once('exit', () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  const usage = { cpu: (userCPUTime + systemCPUTime) / 1e6, memory: maxRSS * 1024 };
  fs.writeFileSync(process.env.SVCAPI_BENCH_USAGE as string, JSON.stringify(usage));
});
