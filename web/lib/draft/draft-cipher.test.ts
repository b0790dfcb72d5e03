import { expect, test } from 'vitest';
import { chacha20, openText, sealDraftText } from './draft-cipher.ts';

const bytes = (hex: string): Uint8Array => Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
const hex = (given: Uint8Array): string => [...given].map((byte) => byte.toString(16).padStart(2, '0')).join('');
const counting = bytes('000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f');

test('RFC 8439, 2.4.2: chacha20 matches the example of the standard', () => {
  const plain = new TextEncoder().encode(
    "Ladies and Gentlemen of the class of '99: If I could offer you only one tip for the future, sunscreen would be it.",
  );
  const sealed = chacha20(counting, bytes('000000000000004a00000000'), 1, plain);
  expect(hex(sealed)).toBe(
    '6e2e359a2568f98041ba0728dd0d6981e97e7aec1d4360c20a27afccfd9fae0bf91b65c5524733ab8f593dabcd62b3571639d624e65152ab8f530c359f0861d807ca0dbf500d6a6156a38e088a22b65e52bc514d16ccf806818ce91ab77937365af90bbf74a35be6b40b8eedf2785e42874d',
  );
  expect(chacha20(counting, bytes('000000000000004a00000000'), 1, sealed)).toEqual(plain);
});

test('sealText hides the text and differs each time, and openText restores it only with its key', () => {
  const key = btoa(String.fromCharCode(...counting));
  const text = '正确答案：B'.repeat(3000);
  const sealed = sealDraftText(key, text);
  expect(openText(key, sealed)).toBe(text);
  expect(sealed).not.toContain('正确');
  expect(sealDraftText(key, text)).not.toBe(sealed);
  expect(openText(btoa(String.fromCharCode(...counting.toReversed())), sealed)).not.toBe(text);
  expect(openText(key, '{"value":1}')).toBeNull();
});
