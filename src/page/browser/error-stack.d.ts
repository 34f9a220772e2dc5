/** A setting of V8 that the domain makes. Other engines ignore the field. */
interface ErrorConstructor {
  stackTraceLimit: number;
}
