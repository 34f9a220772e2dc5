import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join, relative } from 'node:path/posix';
import process from 'node:process';

const TESTS = 'dist/test';
const RUNS = 'dist/suites';

/** A folder of this run, so that another one at the same time has its own. */
const SUITES_FOLDER = join(RUNS, String(process.pid));

/** The file in which each process notes how long it ran. */
const TIMES = join(SUITES_FOLDER, 'times');

/** Processes of a run: to load the service and compile its schemas costs each of them as much as dozens of tests. */
const SUITES = availableParallelism();

/** Files and folders that take longest, the longest first, so that no process is left with one of them at the end. */
const LONGEST = ['tools/release.all.test.js', 'trials', 'windows.all.test.js', 'transfer/sync-random.all.test.js'];

// What ended runs left behind would be traced by AVA when it watches.
for (const name of existsSync(RUNS) ? readdirSync(RUNS) : []) {
  if (!isRunning(Number(name))) rmSync(join(RUNS, name), { recursive: true, force: true });
}

function isRunning(pid) {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/**
 * Writes files for AVA that import files of tests: those of `npm test` share processes, and each of the others has its own.
 *
 * @param folders the folders below test/, all of them unless given
 * @param without files in them that do not run
 * @returns the paths of the files
 */
export function quickSuites(folders = [''], without = []) {
  return shared('quick', testsIn(folders, without).filter(isQuick), SUITES);
}

/**
 * Does so for the files that only `npm run test:all` runs: they take long, or need more than Node.js. Those in a browser share
 * one for each processor: to start it takes as long as some of their tests.
 */
export function heavySuites(folders = [''], without = []) {
  const files = testsIn(folders, without).filter((file) => file.endsWith('.all.test.js'));
  const inBrowser = files.filter((file) => dirname(file) === 'page');
  const long = LONGEST.flatMap((each) => files.filter((file) => file === each || dirname(file) === each));
  const others = files.filter((file) => !inBrowser.includes(file) && !long.includes(file));
  return [...suitesOf(long), ...shared('page', inBrowser, SUITES), ...suitesOf(others)];
}

/** Does so for the files that need PostgreSQL. */
export function postgresSuites() {
  return suitesOf(testsIn(['']).filter((file) => file.endsWith('.postgres.test.js')));
}

/** Does so for some files, given as paths below test/. */
export function suitesOf(files) {
  return files.map((file) => writeSuite(file.replace(/\.test\.js$/, ''), [file]));
}

function isQuick(file) {
  return !/\.(all|postgres)\.test\.js$/.test(file);
}

function testsIn(folders, without = []) {
  const names = folders.flatMap((folder) =>
    readdirSync(join(TESTS, folder), { recursive: true }).map((name) => join(folder, name.replaceAll('\\', '/'))),
  );
  return names.filter((name) => name.endsWith('.test.js') && !without.includes(name)).sort();
}

/** Writes files that import as many files each, one after the other, since the files of a folder take similar times. */
function shared(name, files, count) {
  const suites = Array.from({ length: Math.min(count, files.length) }, () => []);
  for (const [index, file] of files.entries()) suites[index % suites.length].push(file);
  return suites.map((files, index) => writeSuite(`${name}/${index + 1}`, files));
}

function writeSuite(name, files) {
  const path = join(SUITES_FOLDER, `${name}.test.js`);
  // A file with a separate process may prepare its tests before it declares the first of them, after which AVA takes no more.
  const helpers = ['helpers/leaks.js', ...(files.some(isQuick) ? ['helpers/few-at-a-time.js'] : [])];
  const imports = [...helpers, ...files].map((file) => {
    return `import '${relative(dirname(path), join(TESTS, file))}';\n`;
  });
  const note = `appendFileSync('${TIMES}', (performance.now() / 1000).toFixed(1) + ' s ${name}\\n')`;
  const times = `import { appendFileSync } from 'node:fs';\nprocess.once('exit', () => ${note});\n`;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, imports.join('') + times);
  return path;
}

/** Returns the suites that took longest, a line each. */
export function slowestSuites() {
  if (!existsSync(TIMES)) return [];
  const lines = readFileSync(TIMES, 'utf8').trimEnd().split('\n');
  return lines.sort((one, other) => Number.parseFloat(other) - Number.parseFloat(one)).slice(0, 15);
}
