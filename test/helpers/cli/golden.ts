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
  json: object;
  /** The request whose XML is printed with `--xml`. */
  xml?: { path: string; init?: RequestInit };
}

/** Holds a command to what it prints, each time on a server of its own. */
export function golden({ argv, table, tsv, json, xml }: Golden): void {
  const title = argv.join(' ');
  const printed = (stdout: string) => ({ code: 0, stdout, stderr: '' });

  test(`${title}: a table on a terminal`, async (t) => {
    t.deepEqual(await run(await withService(t), argv, 100), printed(table));
  });

  test(`${title}: a record a line in a pipe`, async (t) => {
    t.deepEqual(await run(await withService(t), argv), printed(tsv));
  });

  test(`${title}: the headings are the fields of JSON`, async (t) => {
    const { stdout } = await run(await withService(t), [...argv, '--header']);
    const [header = '', ...lines] = stdout.split('\n');
    t.is(lines.join('\n'), tsv);
    const headings = header.split('\t');
    t.is(headings.length, tsv.replace(/\n.*/s, '').split('\t').length);
    const fields = Object.keys(Array.isArray(json) ? json[0] : json);
    const common = fields.filter((field) => headings.includes(field));
    t.deepEqual(headings.slice(0, common.length), common);
  });

  test(`${title}: JSON`, async (t) => {
    const { stdout, ...ran } = await run(await withService(t), [...argv, '--json']);
    t.deepEqual({ ...ran, json: JSON.parse(stdout) }, { code: 0, stderr: '', json });
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
