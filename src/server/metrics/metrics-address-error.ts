/** The address of the metrics cannot be had; the cause is the error of the operating system. */
export class MetricsAddressError extends Error {
  constructor(cause: unknown) {
    super('The metrics cannot listen', { cause });
    this.name = 'MetricsAddressError';
  }
}
