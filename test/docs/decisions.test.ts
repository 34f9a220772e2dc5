import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { readDocument, root } from './markdown.js';

const FOLDER = 'docs/decisions';
const names = readdirSync(join(root, FOLDER))
  .filter((name) => name !== 'README.md')
  .sort();
const list = readDocument(`${FOLDER}/README.md`);

/** The title with its number, and the status with its date. */
const HEAD =
  /^# (?<number>\d+)\. (?<title>.+)\n\nStatus: (?<status>Accepted|Superseded by \[\d+\]\((?<by>[\w.-]+)\)), (?<date>\d{4}-\d\d-\d\d)\n\n/;

for (const [index, name] of names.entries()) {
  test(`${name} has its number, a status and a date, and stands in the list`, (t) => {
    const { number, title, status, by, date } = HEAD.exec(readDocument(`${FOLDER}/${name}`))?.groups ?? {};
    t.is(Number(number), index + 1);
    const digits = name.slice(0, 4);
    t.is(Number(digits), index + 1);
    t.true(list.includes(`\n| [${digits}](${name}) | ${title} | ${status} | ${date} |\n`), `README.md: ${title}`);
    if (by !== undefined) t.true(names.includes(by) && by !== name, `superseded by ${by}`);
  });
}
