import test from 'ava';
import { isGuessable } from '../../../src/server/accounts/pages/new-password.js';

const NAMES = ['svcapi', 'Hana Veil', 'Bram Oster'];

const common =
  `123456789012 password1234 Password123! qwertyuiop12 iloveyou1234 correcthorsebatterystaple letmein123456 1q2w3e4r5t6y
  zaq12wsxcde3 asdfghjkl123 football1234 monkey123456 dragon12345678 passwordpassword P@ssw0rd1234 starwars1234 trustno1trustno1
  qazwsxedcrfv 111222333444 welcome12345 changeme1234 administrator michaeljordan liverpool123 princess12345 superman12345
  aaaaaaaaaaaa abcabcabcabc abcdefghijkl 1qaz2wsx3edc sunshine1234 svcapisvcapi`.split(/\s+/);

test('common passwords are guessed, and those that consist of the names of their owner', async (t) => {
  const ofNames = ['hana veil hana veil', 'Hana Veil 1999', 'HanaVeil2024', 'bramoster123', 'VeilHanaVeil'];
  for (const password of [...common, ...ofNames]) t.true(await isGuessable(password, NAMES), password);
  t.false(await isGuessable('HanaVeil2024', ['svcapi', 'Bram Oster']), 'names of others may stand in a password');
});

test('passwords of several words or of no order are not guessed', async (t) => {
  const strong = ['four words at least', 'tractor umbrella violet seven', 'mXk29dkslw0q', 'vier Wörter!'];
  for (const password of [...strong, '合言葉は四つの単語で成り立つ'])
    t.false(await isGuessable(password, NAMES), password);
});
