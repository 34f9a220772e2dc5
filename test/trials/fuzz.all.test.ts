import { fuzz } from '../../trials/fuzz/fuzz.js';
import { testShortSize } from './run-trial.js';

testShortSize(fuzz);
