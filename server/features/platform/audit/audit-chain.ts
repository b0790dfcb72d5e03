import { createHmac, type KeyObject } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { Database } from '../../../db/schema.ts';

export type AuditTableRow = Selectable<Database['audit']>;
export type UnhashedRow = Omit<AuditTableRow, 'hash'>;

/** Previous hash of the first entry. */
export const auditChainStart = '';

/**
 * Derives the key of the audit chain. Because the hash is keyed, an attacker who can write the database but lacks `keys.json` cannot forge a
 * valid chain. The key is derived, so existing data folders need no new key.
 */
export const deriveAuditKey = (sittingSecret: KeyObject): Buffer =>
  createHmac('sha256', sittingSecret).update('wenkao audit 1\nchain').digest();

/** Computes the hash of an entry: base64url(HMAC-SHA-256(key, previous hash ‖ "\n" ‖ JSON array of the columns in this order)). */
export function computeEntryHash(key: Buffer, previousHash: string, row: UnhashedRow): string {
  const columns = [
    row.seq,
    row.at_ms,
    row.school_id,
    row.user_id,
    row.user_name,
    row.login_name,
    row.user_type,
    row.call,
    row.entity,
    row.entity_id,
    row.code,
    row.ip,
    row.agent,
    row.detail,
  ];
  return createHmac('sha256', key)
    .update(`${previousHash}\n${JSON.stringify(columns)}`)
    .digest('base64url');
}
