import { name, text, time } from './columns.js';
import { defineModel, type Row } from './model.js';

/** An address that gets no answer for some time. Reference, section 8.8. */
export const blacklistEntry = defineModel({
  table: 'blacklist',
  key: ['address'],
  fields: {
    /** An IPv4 address, or the /64 of an IPv6 one. */
    address: name(),
    created_at: time(),
    expires_at: time(),
    reason: text().default(''),
  },
});

export type BlacklistEntry = Row<typeof blacklistEntry>;
