/**
 * Goes on with a value: in the same call if it is there, and otherwise when it is. A step that seldom waits costs no promise then.
 */
export function chain<Value, Result>(
  value: Value | Promise<Value>,
  next: (value: Value) => Result | Promise<Result>,
): Result | Promise<Result> {
  return value instanceof Promise ? value.then(next) : next(value);
}
