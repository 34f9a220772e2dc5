import { processIo } from '../src/cli/io.js';
import { main } from '../src/cli/main.js';

// Not process.exit(): what is still on its way to a pipe must arrive.
void main(process.argv.slice(2), processIo()).then((code) => {
  process.exitCode = code;
});
