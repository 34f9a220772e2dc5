#!/usr/bin/env node
// Turns tables, as a spreadsheet saves them (CSV in UTF-8), into records for svcapi import. The first row has the names of fields.
// A cell that is empty leaves its field out. The last record counts the others, so that a file that was cut short is noticed.
//
//   records-from-csv.mjs faction factions.csv character characters.csv > galaxy.ndjson
import { readFileSync } from 'node:fs';

const numbers = new Set('credits,health,health_max,xp,xp_level,total_uses,amount'.split(','));
const flags = new Set('is_private,primary,can_view_datacards,can_manage_datacards,removed'.split(','));

const tables = process.argv.slice(2);
if (tables.length === 0 || tables.length % 2 === 1) fail('usage: records-from-csv.mjs KIND FILE [KIND FILE]...');

let records = 0;
for (let at = 0; at < tables.length; at += 2) writeTable(tables[at], tables[at + 1]);
write({ kind: 'end', records });

function writeTable(kind, file) {
  const [names, ...rows] = readCsv(file, readFileSync(file, 'utf8').replace(/^\ufeff/, ''));
  if (names === undefined) fail(`${file} is empty`);
  for (const [index, cells] of rows.entries()) {
    if (cells.length !== names.length)
      fail(`${file}, row ${index + 2}: ${cells.length} cells in place of ${names.length}`);
    const fields = cells.flatMap((cell, at) => (cell === '' ? [] : [[names[at], readCell(kind, names[at], cell)]]));
    write({ kind, ...Object.fromEntries(fields) });
    records += 1;
  }
}

function write(record) {
  process.stdout.write(`${JSON.stringify(record)}\n`);
}

// What is no number or flag stays a text, and svcapi import says so with its line.
function readCell(kind, name, cell) {
  const isNumber =
    numbers.has(name) || (kind === 'transaction' && name === 'id') || (name === 'time' && /^\d+$/.test(cell));
  if (isNumber && /^-?\d+$/.test(cell)) return Number(cell);
  if (flags.has(name) && /^(true|false)$/i.test(cell)) return cell.toLowerCase() === 'true';
  return cell;
}

// RFC 4180: a cell in quotation marks can have commas, line ends and, doubled, quotation marks.
function readCsv(file, text) {
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
