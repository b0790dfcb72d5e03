import { expect, test } from 'vitest';
import { fromBase64url, randomBytes, toBase64url, encodeUtf8, decodeUtf8 } from './bytes.ts';
import type { CanonicalHeader } from './canonical.ts';
import { openStreamCipher } from './stream-cipher.ts';

const streamId = '0b9d7c52-93a4-4f6a-8a54-2f1f3e3d7a10';
const header: CanonicalHeader = {
  streamId,
  seq: 1,
  lamport: 7,
  type: 'answer.set@1',
  attemptId: '6a1c43a5-9e0f-4d3f-b0a4-0e6d8f0e6f11',
  epoch: 1,
  actor: 42,
  basisCursor: 0,
  wallMs: 1_790_000_000_000,
  monoMs: 1234.5,
  documentId: 'f3b8a1de-5c77-4a06-9d0e-1a2b3c4d5e6f',
};

test('SY2: a sealed op opens with the same secret and header', async () => {
  const cipher = await openStreamCipher(randomBytes(32), streamId);
  const { sealed } = await cipher.seal(cipher.genesis, header, { i: '1', v: ['改正'] });
  expect(await cipher.open(header, sealed)).toEqual({ i: '1', v: ['改正'] });
});

test('SY2: no header field can be altered without the op refusing to open', async () => {
  const cipher = await openStreamCipher(randomBytes(32), streamId);
  const { sealed, hash } = await cipher.seal(cipher.genesis, header, { i: '1', v: ['A'] });
  for (const key of Object.keys(header) as (keyof CanonicalHeader)[]) {
    const value = header[key];
    const altered: CanonicalHeader = {
      ...header,
      [key]: typeof value === 'number' ? value + 1 : `${value}x`,
    };
    await expect(cipher.open(altered, sealed), key).rejects.toThrow();
    expect(await cipher.chain(cipher.genesis, altered, sealed), key).not.toBe(hash);
  }
});

test('SY2: another secret neither opens an op nor continues its chain', async () => {
  const owner = await openStreamCipher(randomBytes(32), streamId);
  const thief = await openStreamCipher(randomBytes(32), streamId);
  const { sealed, hash } = await owner.seal(owner.genesis, header, { i: '1', v: ['A'] });
  await expect(thief.open(header, sealed)).rejects.toThrow();
  expect(thief.genesis).not.toBe(owner.genesis);
  expect(await thief.chain(owner.genesis, header, sealed)).not.toBe(hash);
});

test('SY2: a ciphertext with one flipped bit is refused; sealing a payload twice gives two ciphertexts', async () => {
  const cipher = await openStreamCipher(randomBytes(32), streamId);
  const first = await cipher.seal(cipher.genesis, header, { i: '1', v: ['A'] });
  const second = await cipher.seal(cipher.genesis, header, { i: '1', v: ['A'] });
  expect(second.sealed).not.toBe(first.sealed);
  for (const at of [0, 12, 20, fromBase64url(first.sealed).length - 1]) {
    const bytes = fromBase64url(first.sealed);
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    await expect(cipher.open(header, toBase64url(bytes)), `byte ${at}`).rejects.toThrow();
  }
});

test('base64url encodes every length as Node does and refuses stray bits and foreign characters', () => {
  for (let length = 0; length < 70; length += 1) {
    const bytes = randomBytes(length);
    const text = toBase64url(bytes);
    expect(text).toBe(Buffer.from(bytes).toString('base64url'));
    expect(fromBase64url(text)).toEqual(bytes);
  }
  for (const bad of ['A', 'AB', 'AAB', 'AA=', 'A+AA', 'A/AA', 'A\u0141AA', 'AA AA'])
    expect(() => fromBase64url(bad), bad).toThrow(RangeError);
  expect(decodeUtf8(encodeUtf8('稳考'))).toBe('稳考');
});
