import { path, type SettingType } from './setting-type.js';

const file = path('file', 'a path', [':memory:']);

/** The place of a galaxy: a file, or the address of a PostgreSQL database, which can hold a password. */
export const database: SettingType<string> = {
  placeholder: 'file|url',
  accepted: 'a path, or postgres://USER:PASSWORD@HOST/DATABASE with special characters percent-encoded',
  read(input, place) {
    if (typeof input !== 'string' || !/^postgres(ql)?:/i.test(input)) return file.read(input, place);
    return /^postgres(ql)?:\/\//i.test(input) && URL.canParse(input) ? input : undefined;
  },
};
