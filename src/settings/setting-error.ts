/** A setting with an invalid value: the message names the source, the value and the accepted values. */
export class SettingError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'SettingError';
  }
}
