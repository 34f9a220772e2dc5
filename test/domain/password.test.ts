import test from 'ava';
import { normalizePassword, passwordProblem } from '../../src/domain/password.js';

test('twelve characters are enough, of any script', (t) => {
  t.is(passwordProblem('vier Wörter!', 'Hana'), undefined);
  t.is(passwordProblem('合言葉は四つの単語で成り立つ', 'Hana'), undefined);
  t.is(passwordProblem('        a  b c', 'Hana'), undefined, 'spaces count');
});

const refused: [password: string, problem: RegExp][] = [
  ['', /too short/],
  ['eleven char', /too short/],
  ['🚀'.repeat(11), /too short/],
  ['x'.repeat(1025), /longer than 1024 bytes/],
  ['aaaaaaaaaaaaaaaa', /first that are guessed/],
  ['Password1234', /first that are guessed/],
  ['hana veil hana veil', /first that are guessed/],
  ['Hana Veil 1999', /first that are guessed/],
];

for (const [password, problem] of refused) {
  test(`the password ${JSON.stringify(password.slice(0, 20))} is refused: ${problem.source}`, (t) => {
    t.regex(passwordProblem(password, 'Hana Veil') ?? '', problem);
  });
}

test('a password has one form, however it was typed', (t) => {
  t.is(normalizePassword('ﬁve\u00a0w\u006f\u0308rds'), 'five wörds');
});
