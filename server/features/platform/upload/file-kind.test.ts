import { expect, it } from 'vitest';
import { getUnknownFileProblem, sniffKind } from './file-kind.ts';
import { uploadMessages } from './upload-messages.ts';

it('getUnknownFileProblem recognises a HEIC photo, and its message says how to convert it', () => {
  expect(getUnknownFileProblem(Buffer.from('\0\0\0\x18ftypheic\0\0\0\0', 'latin1'))).toBe('heic');
  expect(getUnknownFileProblem(Buffer.from('\0\0\0\x14ftypqt  \0\0\0\0', 'latin1'))).toBe('unknown');
  expect(uploadMessages.heic()['zh-CN']).toMatch(/^这是 HEIC 照片.*另存为 JPG.*兼容性最佳/);
});

it('sniffKind recognises recordings by content: M4A, Ogg with Opus or Vorbis, WAV', () => {
  const page = (codec: string) => Buffer.from(`OggS\0\x02${'\0'.repeat(20)}\x01\x13${codec}\0\0\0\0`, 'latin1');
  expect(sniffKind(Buffer.from('\0\0\0\x1cftypM4A \0\0\0\0', 'latin1'))).toBe('m4a');
  expect(sniffKind(Buffer.from('\0\0\0\x1cftypisom\0\0\0\0', 'latin1'))).toBe('mp4');
  expect(sniffKind(page('OpusHead'))).toBe('ogg');
  expect(sniffKind(page('\x01vorbis'))).toBe('ogg');
  expect(sniffKind(page('\x80theora'))).toBeNull();
  expect(sniffKind(Buffer.from('RIFF\x24\0\0\0WAVEfmt ', 'latin1'))).toBe('wav');
  expect(sniffKind(Buffer.from('RIFF\x24\0\0\0AVI LIST', 'latin1'))).toBeNull();
});
