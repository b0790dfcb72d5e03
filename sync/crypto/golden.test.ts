import { expect, test } from 'vitest';
import { paperContent } from '../contract/exams/sitting.ts';
import packaged from '../../tests/fixtures/seal/paper.json' with { type: 'json' };
import receipts from '../../tests/fixtures/seal/receipt.json' with { type: 'json' };
import stream from '../../tests/fixtures/seal/stream.json' with { type: 'json' };
import wrapping from '../../tests/fixtures/seal/wrapped.json' with { type: 'json' };
import { fromBase64url, hashText, toBase64url } from './bytes.ts';
import { serialiseHeader, formatManifestText } from './canonical.ts';
import { openPaper } from './paper-package.ts';
import { importReleasedKey } from './paper-text.ts';
import { formatReceiptText, verifyReceipt } from './receipt.ts';
import { openStreamCipher } from './stream-cipher.ts';
import { importServerHpkeKeys, openStreamSecret } from './server-hpke.ts';

// SY12: the golden files were made with node:crypto (wrapped secrets with the HPKE library), independently of this code, and never change. Ops
// written by an old build must open in every later one. The server's implementation is tested with the same files.

test('SY2, SY12: the stream of the golden file opens with the same payloads and hashes', async () => {
  const cipher = await openStreamCipher(fromBase64url(stream.secret), stream.ops[0]?.header.streamId ?? '');
  expect(cipher.genesis).toBe(stream.genesis);
  let prevHash = cipher.genesis;
  for (const op of stream.ops) {
    expect(serialiseHeader(op.header)).toBe(op.headerText);
    expect(op.prevHash).toBe(prevHash);
    expect(await cipher.open(op.header, op.sealed)).toEqual(op.payload);
    expect(await cipher.chain(prevHash, op.header, op.sealed)).toBe(op.hash);
    prevHash = op.hash;
  }
});

test('SY2, SY12: the wrapped secret of the golden file opens to the same stream secret', async () => {
  const keys = await importServerHpkeKeys(wrapping.hpke);
  const secret = await openStreamSecret(keys, wrapping.wrapped, fromBase64url(wrapping.sittingKey), wrapping.pskId, wrapping.binding);
  expect(toBase64url(secret)).toBe(wrapping.secret);
});

test('SY17, SY12: the paper package of the golden file opens to the same paper', async () => {
  const key = await importReleasedKey(packaged.contentKey);
  expect(await openPaper(packaged.package, key)).toEqual(paperContent.parse(packaged.content));
});

test('SY14, SY12: manifest and receipt of the golden file have the same texts, digest and signature', async () => {
  expect(formatManifestText(receipts.manifest)).toBe(receipts.manifestText);
  expect(await hashText(formatManifestText(receipts.manifest))).toBe(receipts.digest);
  expect(formatReceiptText(receipts.receipt)).toBe(receipts.receiptText);
  expect(await verifyReceipt(receipts.receipt, receipts.receiptPublic)).toBe(true);
});
