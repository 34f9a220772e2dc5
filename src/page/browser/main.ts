import { openShortAnswers } from './answer-fields.js';
import { startChoices } from './choices.js';
import { startClock } from './clock.js';
import { startConverter } from './converter.js';
import { startCopying } from './copy.js';
import { startCurrentEntry } from './current-entry.js';
import { startExplorer } from './open-explorer.js';
import { startSearch } from './open-search.js';
import { startRateLimits } from './rate-limits.js';
import { ServiceClock } from './service-clock.js';
import { startShapes } from './shapes.js';
import { startOpening } from './show-target.js';

/** Starts the scripts of the page, one for each part. */
const clock = new ServiceClock();
startChoices();
startConverter(clock, startClock(clock));
startCopying();
startShapes();
openShortAnswers();
startOpening();
startCurrentEntry();
startSearch();
startExplorer(startRateLimits(clock));
