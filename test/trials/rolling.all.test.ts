import test from 'ava';
import { rolling } from '../../trials/rolling/rolling.js';
import { haproxy, nginx } from '../helpers/servers/balancers.js';
import { testShortSize } from './run-trial.js';

if (haproxy.isInstalled && nginx.isInstalled) testShortSize(rolling);
else
  test.skip('the trial rolling finds its planted faults, and nothing else (needs haproxy, nginx and root)', () => {});
