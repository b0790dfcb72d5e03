import { expect, test } from 'vitest';
import type { HandInReceipt } from '../contract/exams/sync.ts';
import { encodeUtf8, hashText, toBase64url } from './bytes.ts';
import { formatReceiptText, verifyReceipt } from './receipt.ts';
import { formatManifestText } from './canonical.ts';

const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify']);
const receiptPublic = toBase64url(new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey)));
const unsigned: Omit<HandInReceipt, 'signature'> = {
  attemptId: '6a1c43a5-9e0f-4d3f-b0a4-0e6d8f0e6f11',
  streamId: '0b9d7c52-93a4-4f6a-8a54-2f1f3e3d7a10',
  seq: 12,
  digest: await hashText(formatManifestText([{ streamId: '0b9d7c52-93a4-4f6a-8a54-2f1f3e3d7a10', seq: 12, hash: 'h' }])),
  opCount: 12,
  answeredCount: 9,
  quarantined: [{ streamId: '0b9d7c52-93a4-4f6a-8a54-2f1f3e3d7a10', seq: 3, reason: '格式' }],
  receivedMs: 1_790_000_000_000,
  serverEpoch: 'e1',
};
const signed = await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, pair.privateKey, encodeUtf8(formatReceiptText(unsigned)));
const receipt: HandInReceipt = { ...unsigned, signature: toBase64url(new Uint8Array(signed)) };

test('SY14: a receipt verifies with its fields in any order', async () => {
  expect(await verifyReceipt(receipt, receiptPublic)).toBe(true);
  const reversed = Object.fromEntries(Object.entries(receipt).toReversed()) as unknown as HandInReceipt;
  expect(await verifyReceipt(reversed, receiptPublic)).toBe(true);
});

test('SY14: no field of a receipt can be altered', async () => {
  const altered: Partial<HandInReceipt>[] = [
    { seq: 13 },
    { digest: 'x' },
    { opCount: 13 },
    { answeredCount: 10 },
    { quarantined: [] },
    { receivedMs: 0 },
    { serverEpoch: 'e2' },
    { attemptId: unsigned.streamId },
    { signature: '' },
  ];
  for (const change of altered) expect(await verifyReceipt({ ...receipt, ...change }, receiptPublic), JSON.stringify(change)).toBe(false);
  expect(await verifyReceipt(receipt, 'BAAA')).toBe(false);
});

test('SY14: the manifest digest does not depend on the order streams are listed in', async () => {
  const a = { streamId: 'a', seq: 2, hash: 'x' };
  const b = { streamId: 'b', seq: 1, hash: 'y' };
  expect(await hashText(formatManifestText([a, b]))).toBe(await hashText(formatManifestText([b, a])));
  expect(await hashText(formatManifestText([a, { ...b, seq: 2 }]))).not.toBe(await hashText(formatManifestText([a, b])));
});
