import { createHmac, type KeyObject } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { Database } from '../../../db/schema.ts';

export type AuditTableRow = Selectable<Database['audit']>;
/** An entry of the audit log that has its position in a chain of entries, but no hash and no id yet. */
export type UnhashedRow = Omit<AuditTableRow, 'hash' | 'id'>;

/** Position and hash of an entry, usually the newest one. `schoolId`: school of the chain; 0 for the platform. */
export interface AuditChainHead {
  readonly schoolId: number;
  readonly seq: number;
  readonly hash: string;
}

/** Number of the platform's chain, in place of a school's. No school has it. */
export const platformChain = 0;

/** Returns the previous hash of a chain's first entry. It differs from school to school, so that no chain passes for that of another school. */
export const getChainStart = (schoolId: number): string => (schoolId === platformChain ? '' : `school/${schoolId}`);

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

/**
 * Formats a chain head as one word, `<school>:<position>:<hash>`. Backups and the output of `audit:verify` hold such words, so that the log can be
 * compared with them later.
 */
export const formatChainHead = ({ schoolId, seq, hash }: AuditChainHead): string => `${schoolId}:${seq}:${hash}`;

/** Finds all heads in a text, such as the output of `audit:verify` or the manifest of a backup. */
export const findChainHeads = (text: string): AuditChainHead[] =>
  Array.from(text.matchAll(/\b(\d+):(\d+):([\w-]{43})(?![\w-])/g), ([, schoolId, seq, hash = '']) => ({
    schoolId: Number(schoolId),
    seq: Number(seq),
    hash,
  }));
