/** A comparison that is not true any more, because another session has changed what was compared. Nothing was written. */
export class StaleComparison extends Error {
  constructor(cause?: unknown) {
    super('another session has changed what was compared', { cause });
  }
}
