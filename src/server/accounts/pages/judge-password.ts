import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';

/** The characters of a password that are looked at: more of them hold up others, and are strong together. */
const LOOKED_AT = 32;

/** Judges passwords. This file is loaded with the first new one: the list of common passwords has 50,000. */
export const judge = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: LOOKED_AT });
