/** The measure that cli-table3 draws by: whoever cuts text to fit its columns must use the same. */
declare module 'cli-table3/src/utils.js' {
  const utils: { strlen(text: string): number };
  export default utils;
}
