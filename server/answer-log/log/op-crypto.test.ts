import { expect, test } from 'vitest';
import stream from '../../../tests/fixtures/seal/stream.json' with { type: 'json' };
import type { WireOp } from '../../../sync/contract/exams/sync.ts';
import { serialiseHeader } from '../../../sync/crypto/canonical.ts';
import { openStreamCipher } from '../../../sync/crypto/stream-cipher.ts';
import { computeChainHashes, deriveStreamKeys, decryptSealed, formatOpHeader } from './op-crypto.ts';

const secret = Buffer.from(stream.secret, 'base64url');
const header = stream.ops[0]?.header;
if (!header) throw new Error('the golden stream is empty');
const keys = deriveStreamKeys(secret, header.streamId);
const wire = stream.ops.map(({ header: h, sealed }): WireOp => [h.lamport, h.type, h.basisCursor, h.wallMs, h.monoMs, sealed]);

test('SY2, SY12: the server computes genesis, hashes and payloads of the golden stream as devices do', () => {
  expect(keys.chain.genesis(header.streamId)).toBe(stream.genesis);
  expect(computeChainHashes(keys.chain, header, 1, stream.genesis, wire)).toEqual(stream.ops.map((op) => op.hash));
  for (const [at, op] of stream.ops.entries()) {
    const text = formatOpHeader(header, at + 1, wire[at] as WireOp);
    expect(text).toBe(op.headerText);
    expect(decryptSealed(keys.seal, text, op.sealed)).toEqual(op.payload);
  }
});

test('SY2: the server writes numbers in an op header as devices do', async () => {
  const cipher = await openStreamCipher(secret, header.streamId);
  for (const monoMs of [0, -0, 0.1 + 0.2, 1e21, 5e-7, 123456789.123]) {
    const op: WireOp = [7, 'answer.set@1', 0, 1_790_000_000_000, monoMs, 'AAAA'];
    const full = { ...header, seq: 9, lamport: 7, type: 'answer.set@1', basisCursor: 0, wallMs: 1_790_000_000_000, monoMs };
    expect(formatOpHeader(header, 9, op)).toBe(serialiseHeader(full));
    expect(computeChainHashes(keys.chain, header, 9, stream.genesis, [op])).toEqual([await cipher.chain(stream.genesis, full, 'AAAA')]);
  }
});

test('SY2: a payload opens only under its own header and untouched', () => {
  const op = wire[0] as WireOp;
  expect(() => decryptSealed(keys.seal, formatOpHeader(header, 2, op), op[5])).toThrow();
  expect(() => decryptSealed(keys.seal, formatOpHeader(header, 1, op), `${op[5].slice(0, -4)}AAAA`)).toThrow();
  expect(() => decryptSealed(keys.seal, formatOpHeader(header, 1, op), 'AAAA')).toThrow();
});
