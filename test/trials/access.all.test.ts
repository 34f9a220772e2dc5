import { access } from '../../trials/access/access.js';
import { testShortSize } from './run-trial.js';

testShortSize(access);
