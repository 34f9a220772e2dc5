import { slow } from '../../trials/slow/slow.js';
import { testShortSize } from './run-trial.js';

testShortSize(slow);
