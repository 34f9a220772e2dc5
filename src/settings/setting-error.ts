/** A setting with a value that it cannot have: the message names the source, the value and what is accepted. */
export class SettingError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'SettingError';
  }
}
