import { week } from '../../trials/week/week.js';
import { testShortSize } from './run-trial.js';

testShortSize(week);
