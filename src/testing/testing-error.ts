/** Any error of `svcapi/testing` itself. */
export class TestingError extends Error {
  override readonly name: string = 'TestingError';
}

/** An option or an argument is wrong; the message names it, and says what was expected. */
export class InvalidOptionError extends TestingError {
  override readonly name = 'InvalidOptionError';
}

/** The server did not start, for another reason than its options. */
export class ServerStartError extends TestingError {
  override readonly name = 'ServerStartError';
}

/** The server was closed, or has ended by itself. */
export class ServerClosedError extends TestingError {
  override readonly name = 'ServerClosedError';
}

/** The server does not answer, or does not close: it is stopped in a debugger, or the machine is very busy. */
export class ServerTimeoutError extends TestingError {
  override readonly name = 'ServerTimeoutError';
}
