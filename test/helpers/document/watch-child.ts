/** The environment in which a program of Node holds its answers to the document, as the tests themselves do. */
export const watched = { NODE_OPTIONS: `--import=${new URL('watch.js', import.meta.url).href}` };
