import { limits } from '../../trials/limits/limits.js';
import { testShortSize } from './run-trial.js';

testShortSize(limits);
