import { processIo } from '../src/cli/io.js';
import { main } from '../src/cli/main.js';

// Not process.exit(): what is still on its way to a pipe must arrive.
process.exitCode = await main(process.argv.slice(2), processIo());
