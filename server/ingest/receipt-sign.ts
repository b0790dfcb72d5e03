import { hash, sign } from 'node:crypto';
import type { Receipt } from '../../sync/contract/sync.ts';
import { manifestText } from '../../sync/seal/canonical.ts';
import { receiptText } from '../../sync/seal/receipt.ts';
import type { ServerKeys } from './server-keys.ts';

/** SY14: what the examinee keeps as proof of delivery. */
export function signReceipt(keys: Pick<ServerKeys, 'receiptPrivate'>, fields: Omit<Receipt, 'signature'>): Receipt {
  const signature = sign('sha256', Buffer.from(receiptText(fields)), { key: keys.receiptPrivate, dsaEncoding: 'ieee-p1363' });
  return { ...fields, signature: signature.toString('base64url') };
}

/** The digest of a manifest over the hashes the server holds; the twin of the devices' `manifestDigest`. */
export const digestOf = (entries: Parameters<typeof manifestText>[0]): string => hash('sha256', manifestText(entries), 'base64url');
