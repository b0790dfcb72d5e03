import { hash, sign } from 'node:crypto';
import type { HandInReceipt } from '../../../sync/contract/exams/sync.ts';
import { formatManifestText } from '../../../sync/crypto/canonical.ts';
import { formatReceiptText } from '../../../sync/crypto/receipt.ts';
import type { ServerKeys } from './server-keys.ts';

/** Signs the receipt that the examinee keeps as proof of delivery (SY14). */
export function signReceipt(keys: Pick<ServerKeys, 'receiptPrivate'>, fields: Omit<HandInReceipt, 'signature'>): HandInReceipt {
  const signature = sign('sha256', Buffer.from(formatReceiptText(fields)), { key: keys.receiptPrivate, dsaEncoding: 'ieee-p1363' });
  return { ...fields, signature: signature.toString('base64url') };
}

/** Computes the digest of a manifest from the stored hashes. It equals the digest that the device put into its hand-in (SY14). */
export const computeManifestDigest = (entries: Parameters<typeof formatManifestText>[0]): string =>
  hash('sha256', formatManifestText(entries), 'base64url');
