import { kill } from '../../trials/kill/kill.js';
import { testShortSize } from './run-trial.js';

testShortSize(kill);
