/** What the domain tells the engine of Node and Chromium; to others it is a field like any other. */
interface ErrorConstructor {
  stackTraceLimit: number;
}
