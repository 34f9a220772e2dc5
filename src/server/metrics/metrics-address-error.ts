/** A failure to listen on the address of the metrics; the cause is the error of the operating system. */
export class MetricsAddressError extends Error {
  constructor(cause: unknown) {
    super('Cannot listen on the address of the metrics', { cause });
    this.name = 'MetricsAddressError';
  }
}
