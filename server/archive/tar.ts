import type { StoredFile } from './stored-zip.ts';

/** A file of a tar archive. */
export interface TarFile extends StoredFile {
  readonly isExecutable: boolean;
}

/** Says how and where a tar archive is malformed. */
export class TarFormatError extends Error {
  override readonly name = 'TarFormatError';
}

const blockBytes = 512;
/** Position and length in bytes of each field in the header of a tar entry. */
const fields = { name: [0, 100], mode: [100, 8], size: [124, 12], checksum: [148, 8], type: [156, 1], prefix: [345, 155] } as const;

/** Reads the files of a tar archive in the format ustar. Throws `TarFormatError` if the archive is damaged or incomplete, or holds links. */
export function readTarFiles(tar: Buffer): TarFile[] {
  const files: TarFile[] = [];
  let at = 0;
  for (;;) {
    const header = tar.subarray(at, at + blockBytes);
    if (header.length < blockBytes) throw new TarFormatError(`byte ${at}: the end is missing`);
    if (header.every((byte) => byte === 0)) return files;
    const text = (field: keyof typeof fields): string => {
      const [from, length] = fields[field];
      return header.toString('utf8', from, from + length).replace(/\0[^]*$/, '');
    };
    const number = (field: keyof typeof fields): number => Number.parseInt(text(field).trim() || '0', 8);
    if (number('checksum') !== sumHeader(header)) throw new TarFormatError(`byte ${at}: the checksum of the header is wrong`);
    const path = [text('prefix'), text('name')].filter((part) => part !== '').join('/');
    const [size, type] = [number('size'), text('type')];
    const bytes = tar.subarray(at + blockBytes, at + blockBytes + size);
    if (bytes.length < size) throw new TarFormatError(`byte ${at}: the file "${path}" goes beyond the end`);
    if (type === '0' || type === '') files.push({ path, bytes, isExecutable: (number('mode') & 0o100) !== 0 });
    else if (type !== '5') throw new TarFormatError(`byte ${at}: "${path}" is neither a file nor a folder`);
    at += blockBytes + Math.ceil(size / blockBytes) * blockBytes;
  }
}

/** Returns the checksum of a header: the sum of its bytes, where the checksum field itself counts as spaces. */
function sumHeader(header: Buffer): number {
  const [from, length] = fields.checksum;
  const outside = [...header.subarray(0, from), ...header.subarray(from + length)];
  return outside.reduce((sum, byte) => sum + byte, length * 0x20);
}
