import { expect, it } from 'vitest';
import { kindOf } from './file-kind.ts';

const bytes = (text: string): Uint8Array => Uint8Array.from(text, (c) => c.charCodeAt(0));

it('tells a file by its first bytes, whatever it is called', () => {
  expect(kindOf(bytes('\u00ff\u00d8\u00ff\u00e0 rest'))).toBe('image/jpeg');
  expect(kindOf(bytes('RIFF....WEBPVP8 '))).toBe('image/webp');
  expect(kindOf(bytes('%PDF-1.7'))).toBe('application/pdf');
});

it('takes no program, page or empty file', () => {
  expect(kindOf(bytes('MZ\u0090'))).toBeUndefined();
  expect(kindOf(bytes('<html><script>'))).toBeUndefined();
  expect(kindOf(bytes('RIFF....WAVE'))).toBeUndefined();
  expect(kindOf(bytes(''))).toBeUndefined();
});
