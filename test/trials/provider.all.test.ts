import { provider } from '../../trials/provider/provider.js';
import { testShortSize } from './run-trial.js';

testShortSize(provider);
