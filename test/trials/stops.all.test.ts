import { stops } from '../../trials/stops/stops.js';
import { testShortSize } from './run-trial.js';

testShortSize(stops);
