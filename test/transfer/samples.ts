import { readRecord } from '../../src/transfer/records.js';
import { NOW } from './galaxy.js';

/** Reads a record, or a line that need not be one. */
export const read = (record: unknown) => readRecord(typeof record === 'string' ? record : JSON.stringify(record), NOW);

/** The smallest record of each kind. */
export const faction = { kind: 'faction', uid: '20:7', name: 'Harbour & Sons' };
export const entity = { kind: 'entity', uid: '4:31', name: 'Marsh Yard' };
export const character = { kind: 'character', uid: '1:12', name: 'Ines Marsh' };
export const membership = { kind: 'membership', character: '1:12', faction: '20:7' };
export const datacard = { kind: 'datacard', uid: '14:3', owner: '20:7', entity: '2:4', total_uses: 100 };
export const transaction = { kind: 'transaction', id: 1, time: NOW, amount: 5, sender: '20:7', receiver: '1:12' };
export const event = { kind: 'event', uid: '39:1', receiver: '1:12', time: NOW, text: '' };
export const account = { kind: 'account', id: 'a1', name: 'Ines' };
export const accountCharacter = { kind: 'account_character', account: 'a1', character: '1:12' };
export const client = { kind: 'client', id: 'app', name: 'App' };
export const grant = { kind: 'grant', id: 'g1', client: 'app', character: '1:12', permissions: [], expires_at: NOW };
export const token = { kind: 'token', id: 't1', hash: '0a'.repeat(32), grant: 'g1', created_at: NOW, expires_at: NOW };
export const change = {
  ...{ kind: 'datacard_change', id: 1, time: NOW, action: 'revoke' },
  ...{ datacard: '14:3', location: '4:31', uses_before: 40, uses_after: 0 },
};
export const key = {
  ...{ kind: 'idempotency_key', client: 'app', character: '1:12', key: 'k1' },
  ...{ request_hash: '0b'.repeat(32), answer: '{}', created_at: NOW },
};
export const blacklist = { kind: 'blacklist', address: '192.0.2.7', created_at: NOW, expires_at: NOW };
export const fact = { kind: 'fact', name: 'demo', value: '{}' };
