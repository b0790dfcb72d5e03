import { expect, it } from 'vitest';
import { getUnknownFileProblem } from './file-kind.ts';
import { uploadMessages } from './upload-messages.ts';

it('25.29: a HEIC photo is refused by its name, with the way on', () => {
  expect(getUnknownFileProblem(Buffer.from('\0\0\0\x18ftypheic\0\0\0\0', 'latin1'))).toBe('heic');
  expect(getUnknownFileProblem(Buffer.from('\0\0\0\x14ftypqt  \0\0\0\0', 'latin1'))).toBe('unknown');
  expect(uploadMessages.heic()['zh-CN']).toMatch(/^这是 HEIC 照片.*另存为 JPG.*兼容性最佳/);
});
