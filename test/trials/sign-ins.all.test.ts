import { signIns } from '../../trials/sign-ins/sign-ins.js';
import { testShortSize } from './run-trial.js';

testShortSize(signIns);
