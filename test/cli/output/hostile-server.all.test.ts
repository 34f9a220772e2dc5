import test from 'ava';
import { payloads, survive } from '../../helpers/cli/hostile-answers.js';

for (const [name, payload] of payloads) {
  test(`a command survives any answer in every form of output: ${name}`, (t) => survive(t, payload));
}
