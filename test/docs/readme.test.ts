import test from 'ava';
import { exitCodes } from '../../src/domain/failure.js';
import { routes } from '../../src/routes/index.js';
import { everyCommand } from '../helpers/cli/tree.js';
import { readDocument, tableOf } from './markdown.js';

const readme = readDocument('README.md');

test('the table of routes says what the routes declare', (t) => {
  const written = tableOf(readme, '| Method | Path |').flatMap(([methods = '', path = '', needs = '', limited]) =>
    methods.split(', ').map((method) => [method, path.replaceAll('`', ''), needs.replaceAll('`', ''), limited]),
  );
  const needs = (access: string) => ({ public: '', token: 'a token' })[access] ?? access;
  const declared = routes.map(({ method, path, access }) => [
    method,
    path.path,
    needs(access),
    path.rateLimited ? 'yes' : '',
  ]);
  t.deepEqual(written.map(String).sort(), declared.map(String).sort());
});

test('the table of commands has every command', async (t) => {
  const words = new Set(tableOf(readme, '| Command |').flatMap(([cell = '']) => cell.match(/[a-z-]+/g) ?? []));
  const top = (await everyCommand()).filter((command) => command.path.split(' ').length === 2);
  t.deepEqual(
    top.map((command) => command.name()).filter((name) => !words.has(name)),
    [],
  );
});

test('the table of exit codes has every code', (t) => {
  const codes = /^\| Exit code \|(?<codes>.*)\|$/m.exec(readme)?.groups?.codes ?? '';
  t.deepEqual(codes.split('|').map(Number), Object.values(exitCodes));
});

test('the README can be read in one go', (t) => {
  t.true(readme.split('\n').length <= 201);
});
