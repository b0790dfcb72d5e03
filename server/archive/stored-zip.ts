import { crc32 } from 'node:zlib';

/**
 * Writes the plainest zip possible: files uncompressed, no dates, no optional fields. Every byte is either content or derived from the
 * content, so `readStoredFiles` can name the first wrong byte. Any zip program opens the archive.
 */
export interface StoredFile {
  readonly path: string;
  readonly bytes: Buffer;
}
interface Entry {
  readonly path: string;
  readonly crc: number;
  readonly size: number;
  readonly at: number;
}

/** Says how and where a zip is malformed. */
export class ZipFormatError extends Error {
  override readonly name = 'ZipFormatError';
}

const localHeaderBytes = 30;
const [localMark, centralMark, endMark] = [0x04034b50, 0x02014b50, 0x06054b50];
/** File names are UTF-8; all dates are 1980-01-01, so that equal files give equal bytes. */
const [utf8Flag, firstDay] = [0x0800, 0x0021];
const mostBytes = 0xfffffffe;

const encodeCommonFields = ({ path, crc, size }: Entry): Buffer => {
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(20, 0);
  fields.writeUInt16LE(utf8Flag, 2);
  fields.writeUInt16LE(firstDay, 8);
  fields.writeUInt32LE(crc, 10);
  fields.writeUInt32LE(size, 14);
  fields.writeUInt32LE(size, 18);
  fields.writeUInt16LE(Buffer.byteLength(path), 22);
  return fields;
};
const mark = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
};
const encodeLocalHeader = (entry: Entry): Buffer => Buffer.concat([mark(localMark), encodeCommonFields(entry), Buffer.from(entry.path)]);

function encodeDirectory(entries: readonly Entry[], at: number): Buffer {
  if (entries.length > 0xfffe || at > mostBytes) throw new ZipFormatError('the archive exceeds the limits of a ZIP file without ZIP64');
  const lines = entries.map((entry) => {
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(entry.at, 10);
    const madeBy = Buffer.from([20, 0]);
    return Buffer.concat([mark(centralMark), madeBy, encodeCommonFields(entry), rest.subarray(0, 14), Buffer.from(entry.path)]);
  });
  const size = lines.reduce((sum, line) => sum + line.length, 0);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(size, 8);
  end.writeUInt32LE(at, 12);
  return Buffer.concat([...lines, mark(endMark), end]);
}

/** Writes the zip in chunks, with one file in memory at a time. Throws `ZipFormatError` above 4 GiB. */
export async function* writeStoredZip(files: AsyncIterable<StoredFile>): AsyncGenerator<Buffer> {
  const entries: Entry[] = [];
  let at = 0;
  for await (const { path, bytes } of files) {
    if (at + bytes.length > mostBytes) throw new ZipFormatError('the archive exceeds the limits of a ZIP file without ZIP64');
    const entry = { path, crc: crc32(bytes), size: bytes.length, at };
    const header = encodeLocalHeader(entry);
    yield header;
    yield bytes;
    entries.push(entry);
    at += header.length + bytes.length;
  }
  yield encodeDirectory(entries, at);
}

/** Reads a zip made by `writeStoredZip`. Checks every file against its checksum, and every other byte against its only possible value. */
export function readStoredFiles(zip: Buffer): { files: Map<string, Buffer>; faults: string[] } {
  const entries: Entry[] = [];
  const files = new Map<string, Buffer>();
  const faults: string[] = [];
  let at = 0;
  while (at + localHeaderBytes <= zip.length && zip.readUInt32LE(at) === localMark) {
    const size = zip.readUInt32LE(at + 18);
    const nameBytes = zip.readUInt16LE(at + 26);
    const from = at + localHeaderBytes + nameBytes;
    const path = zip.toString('utf8', at + localHeaderBytes, from);
    if (from + size > zip.length) throw new ZipFormatError(`byte ${at}: the file "${path}" goes beyond the end`);
    const bytes = zip.subarray(from, from + size);
    const entry = { path, crc: zip.readUInt32LE(at + 14), size, at };
    const headerFaultAt = findFirstDifference(zip.subarray(at, from), encodeLocalHeader(entry));
    if (headerFaultAt !== undefined) faults.push(`byte ${at + headerFaultAt}: the heading of "${path}" is not as it was written`);
    if (crc32(bytes) !== entry.crc) faults.push(`${path}: is not as it was written`);
    if (files.has(path)) faults.push(`byte ${at}: "${path}" is there twice`);
    files.set(path, bytes);
    entries.push(entry);
    at = from + size;
  }
  const directoryFaultAt = findFirstDifference(zip.subarray(at), encodeDirectory(entries, at));
  if (directoryFaultAt !== undefined) faults.push(`byte ${at + directoryFaultAt}: the directory of the zip is not as it was written`);
  return { files, faults };
}

function findFirstDifference(actual: Buffer, expected: Buffer): number | undefined {
  if (actual.equals(expected)) return undefined;
  const maxLength = Math.max(actual.length, expected.length);
  for (let at = 0; at < maxLength; at += 1) if (actual[at] !== expected[at]) return at;
  return undefined;
}
