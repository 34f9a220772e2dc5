import test from 'ava';
import { type Service, withService } from './service.js';

/** The output of a command in each format; `ORIGIN` stands for the address of the server. */
export interface Golden {
  argv: string[];
  /** On a terminal of 100 columns. */
  table: string;
  /** In a pipe. */
  tsv: string;
  /** With `--json`. */
  json: unknown;
  /** With `--json` and the names of these fields. */
  fields: unknown;
  /** With `--output csv`. */
  csv: string;
  /** The request whose XML is printed with `--xml`. */
  xml?: { path: string; init?: RequestInit };
  /** Said on standard error, except with `--xml`. */
  said?: string;
}

/** Holds a command to what it prints, each time on a server of its own. */
export function golden({ argv, table, tsv, json, fields, csv, xml, said = '' }: Golden): void {
  const title = argv.join(' ');
  const printed = (stdout: string) => ({ code: 0, stdout, stderr: said });

  test(`${title}: a table on a terminal`, async (t) => {
    const service = await withService(t);
    t.deepEqual(await run(service, argv, 100), printed(table));
  });

  test(`${title}: a record a line in a pipe`, async (t) => {
    const service = await withService(t);
    t.deepEqual(await run(service, argv), printed(tsv));
  });

  test(`${title}: CSV with headings`, async (t) => {
    const service = await withService(t);
    t.deepEqual(await run(service, [...argv, '--output', 'csv']), printed(csv));
  });

  test(`${title}: headings on request, and none on request`, async (t) => {
    const headings = (csv.split('\n')[0] ?? '').replaceAll(',', '\t');
    t.is((await run(await withService(t), [...argv, '--header'])).stdout, `${headings}\n${tsv}`);
    const { stdout } = await run(await withService(t), [...argv, '--no-header'], 100);
    t.false(stdout.includes(`│ ${headings.split('\t')[0]} `));
  });

  test(`${title}: JSON`, async (t) => {
    const service = await withService(t);
    const { stdout, stderr, code } = await run(service, [...argv, '--json']);
    t.deepEqual({ json: JSON.parse(stdout), stderr, code }, { json, stderr: said, code: 0 });
  });

  test(`${title}: JSON with chosen fields`, async (t) => {
    const service = await withService(t);
    const one = Array.isArray(fields) ? fields[0] : fields;
    const { stdout } = await run(service, [...argv, '--json', Object.keys(one).join(',')]);
    t.deepEqual(JSON.parse(stdout), fields);
  });

  if (!xml) return;
  test(`${title}: the XML of the server as it came`, async (t) => {
    // Two servers: what changes something gives another answer the second time.
    const [service, other] = [await withService(t), await withService(t)];
    const expected = (await other.xml(xml.path, xml.init)).replaceAll(other.origin, 'ORIGIN');
    t.true(expected.startsWith('<?xml'));
    t.deepEqual(await run(service, [...argv, '--xml']), { code: 0, stdout: `${expected}\n`, stderr: '' });
  });
}

async function run(service: Service, argv: string[], terminal?: number) {
  const ran = await service.run(argv, terminal === undefined ? {} : { terminal });
  return { ...ran, stdout: ran.stdout.replaceAll(service.origin, 'ORIGIN') };
}
