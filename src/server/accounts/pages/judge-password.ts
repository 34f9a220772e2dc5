import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';

/** A longer check delays others, and such passwords are strong anyway. */
const LOOKED_AT = 32;

/** Loaded with the first new password: the list of common ones has 50,000. */
export const judge = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: LOOKED_AT });
