import { expect, it } from 'vitest';
import { detectMimeType } from './file-kind.ts';

const bytes = (text: string): Uint8Array => Uint8Array.from(text, (c) => c.charCodeAt(0));

it('detectMimeType recognises a file by its first bytes', () => {
  expect(detectMimeType(bytes('\u00ff\u00d8\u00ff\u00e0 rest'))).toBe('image/jpeg');
  expect(detectMimeType(bytes('RIFF....WEBPVP8 '))).toBe('image/webp');
  expect(detectMimeType(bytes('%PDF-1.7'))).toBe('application/pdf');
});

it('detectMimeType rejects programs, web pages and empty files', () => {
  expect(detectMimeType(bytes('MZ\u0090'))).toBeUndefined();
  expect(detectMimeType(bytes('<html><script>'))).toBeUndefined();
  expect(detectMimeType(bytes('RIFF....WAVE'))).toBeUndefined();
  expect(detectMimeType(bytes(''))).toBeUndefined();
});
