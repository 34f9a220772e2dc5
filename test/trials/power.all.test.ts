import test from 'ava';
import { power } from '../../trials/power/power.js';
import { canRecord } from '../../trials/power/recording.js';
import { testShortSize } from './run-trial.js';

if (canRecord()) testShortSize(power);
else test.skip('the trial power finds its planted faults, and nothing else (needs strace)', () => {});
