import { startClock } from './clock.js';
import { startConverter } from './converter.js';
import { startCopying } from './copy.js';
import { startExplorer } from './open-explorer.js';
import { startRateLimits } from './rate-limits.js';
import { ServiceClock } from './service-clock.js';

/** Starts the scripts of the page, one for each section. */
const clock = new ServiceClock();
startClock(clock);
startConverter(clock);
startCopying();
startExplorer(startRateLimits(clock));
