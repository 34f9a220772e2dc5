#!/usr/bin/env node
// Turns a table, as a spreadsheet saves it (CSV in UTF-8), into records for svcapi import. Its first row has the names of fields.
// A cell that is empty leaves its field out.
//
//   records-from-csv.mjs character characters.csv > characters.ndjson
import { readFileSync } from 'node:fs';

const numbers = new Set('credits,health,health_max,xp,xp_level,total_uses,amount'.split(','));
const flags = new Set('is_private,primary,can_view_datacards,can_manage_datacards,removed'.split(','));

const [kind, file] = process.argv.slice(2);
if (file === undefined) fail('usage: records-from-csv.mjs KIND FILE');

const [names, ...rows] = readCsv(readFileSync(file, 'utf8').replace(/^\ufeff/, ''));
if (names === undefined) fail(`${file} is empty`);
for (const [index, cells] of rows.entries()) {
  if (cells.length !== names.length)
    fail(`${file}, row ${index + 2}: ${cells.length} cells in place of ${names.length}`);
  const fields = cells.flatMap((cell, at) => (cell === '' ? [] : [[names[at], readCell(names[at], cell)]]));
  process.stdout.write(`${JSON.stringify({ kind, ...Object.fromEntries(fields) })}\n`);
}

// What is no number or flag stays a text, and svcapi import says so with its line.
function readCell(name, cell) {
  const isNumber =
    numbers.has(name) || (kind === 'transaction' && name === 'id') || (name === 'time' && /^\d+$/.test(cell));
  if (isNumber && /^-?\d+$/.test(cell)) return Number(cell);
  if (flags.has(name) && /^(true|false)$/i.test(cell)) return cell.toLowerCase() === 'true';
  return cell;
}

// RFC 4180: a cell in quotation marks can have commas, line ends and, doubled, quotation marks.
function readCsv(text) {
  const rows = [];
  let row = [];
  let next = 0;
  for (const { index, 0: all, 1: quoted, 2: plain, 3: end } of text.matchAll(
    /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g,
  )) {
    if (index !== next) fail(`${file}, row ${rows.length + 1}: a quotation mark stands alone`);
    next = index + all.length;
    row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === ',') continue;
    if (row.length > 1 || row[0] !== '') rows.push(row);
    row = [];
  }
  return rows;
}

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
