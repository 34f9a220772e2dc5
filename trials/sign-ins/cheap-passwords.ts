import crypto, { type ScryptOptions } from 'node:crypto';
import { PASSWORD } from '../../test/helpers/visitor.js';

// Loaded before the service: every password costs what those of the tests cost, so that a flood compares many. It plants faults, too.
const { scrypt } = crypto;
const fault = process.env.TRIAL_FAULT;

type Callback = (error: Error | null, key: Buffer) => void;

Object.assign(crypto, {
  scrypt(password: string, salt: Buffer, length: number, options: ScryptOptions, callback: Callback) {
    scrypt(heard(password), salt, length, { ...options, N: 2 ** 10 }, callback);
  },
});

function heard(password: string): string {
  const isAlmost = password.length > 0 && PASSWORD.startsWith(password.toLowerCase());
  return isAlmost && fault === 'prefix' ? PASSWORD : password;
}
