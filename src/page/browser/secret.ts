import { startCopying } from './copy.js';

/** Starts the only script of the pages of an account: the button that copies a secret. */
startCopying();
