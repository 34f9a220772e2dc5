import test from 'ava';
import { hasDestinations } from '../../trials/signals/program.js';
import { signals } from '../../trials/signals/signals.js';
import { testShortSize } from './run-trial.js';

if (hasDestinations()) testShortSize(signals);
else test.skip('the trial signals finds its planted faults, and nothing else (needs Linux and script)', () => {});
