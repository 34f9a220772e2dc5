import test from 'ava';
import { lengthProblem, normalizePassword } from '../../src/domain/password.js';

test('twelve characters are enough, of any script', (t) => {
  t.is(lengthProblem('vier Wörter!'), undefined);
  t.is(lengthProblem('合言葉は四つの単語で成り立つ'), undefined);
  t.is(lengthProblem('        a  b c'), undefined, 'spaces count');
});

const refused: [password: string, problem: RegExp][] = [
  ['', /too short/],
  ['eleven char', /too short/],
  ['🚀'.repeat(11), /too short/],
  ['x'.repeat(1025), /longer than 1024 bytes/],
];

for (const [password, problem] of refused) {
  test(`the password ${JSON.stringify(password.slice(0, 20))} is refused: ${problem.source}`, (t) => {
    t.regex(lengthProblem(password) ?? '', problem);
  });
}

test('a password has one form, however it was typed', (t) => {
  t.is(normalizePassword('ﬁve\u00a0w\u006f\u0308rds'), 'five wörds');
});
