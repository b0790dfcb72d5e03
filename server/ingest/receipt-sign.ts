import { hash, sign } from 'node:crypto';
import type { Receipt } from '../../sync/contract/sync.ts';
import { manifestText } from '../../sync/seal/canonical.ts';
import { receiptText } from '../../sync/seal/receipt.ts';
import type { ServerKeys } from './server-keys.ts';

/** Signs the receipt that the examinee keeps as proof of delivery (SY14). */
export function signReceipt(keys: Pick<ServerKeys, 'receiptPrivate'>, fields: Omit<Receipt, 'signature'>): Receipt {
  const signature = sign('sha256', Buffer.from(receiptText(fields)), { key: keys.receiptPrivate, dsaEncoding: 'ieee-p1363' });
  return { ...fields, signature: signature.toString('base64url') };
}

/** Computes the digest of a manifest from the stored hashes, equal to the devices' `manifestDigest`. */
export const digestOf = (entries: Parameters<typeof manifestText>[0]): string => hash('sha256', manifestText(entries), 'base64url');
