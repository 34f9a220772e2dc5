import { commands } from '../../trials/commands/commands.js';
import { testShortSize } from './run-trial.js';

testShortSize(commands);
