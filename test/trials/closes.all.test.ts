import { closes } from '../../trials/closes/closes.js';
import { testShortSize } from './run-trial.js';

testShortSize(closes);
