import { computeCrc32 } from './crc32.ts';

/** A file of a zip archive without compression. Only headers are read and written, so that a film of gigabytes is never in memory. */
export interface ZipPart {
  readonly path: string;
  readonly content: Blob;
}
interface Entry {
  readonly path: Uint8Array<ArrayBuffer>;
  readonly crc: number;
  readonly size: number;
  readonly at: number;
}

const [localMark, centralMark, endMark] = [0x04034b50, 0x02014b50, 0x06054b50];
const [localBytes, centralBytes, endBytes] = [30, 46, 22];
const [utf8Flag, firstDay] = [0x0800, 0x0021];
const mostBytes = 0xfffffffe;
const longestEnd = endBytes + 0xffff;

export async function computeBlobCrc(content: Blob, signal?: AbortSignal): Promise<number> {
  let crc = 0;
  const reader = content.stream().getReader();
  for (;;) {
    signal?.throwIfAborted();
    const { done, value } = await reader.read();
    if (done) return crc;
    crc = computeCrc32(value, crc);
  }
}

function buildHeader(entry: Entry, isCentral: boolean): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array((isCentral ? centralBytes : localBytes) + entry.path.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, isCentral ? centralMark : localMark, true);
  if (isCentral) view.setUint16(4, 20, true);
  const from = isCentral ? 6 : 4;
  view.setUint16(from, 20, true);
  view.setUint16(from + 2, utf8Flag, true);
  view.setUint16(from + 8, firstDay, true);
  view.setUint32(from + 10, entry.crc, true);
  view.setUint32(from + 14, entry.size, true);
  view.setUint32(from + 18, entry.size, true);
  view.setUint16(from + 22, entry.path.length, true);
  if (isCentral) view.setUint32(42, entry.at, true);
  bytes.set(entry.path, isCentral ? centralBytes : localBytes);
  return bytes;
}

/** Makes a zip archive. Returns null if it would exceed 4 GB, the limit without ZIP64. */
export async function createStoredZip(parts: readonly ZipPart[], signal?: AbortSignal): Promise<Blob | null> {
  const pieces: BlobPart[] = [];
  const entries: Entry[] = [];
  let at = 0;
  for (const { path, content } of parts) {
    const entry = { path: new TextEncoder().encode(path), crc: await computeBlobCrc(content, signal), size: content.size, at };
    const head = buildHeader(entry, false);
    pieces.push(head, content);
    entries.push(entry);
    at += head.length + content.size;
    if (at > mostBytes) return null;
  }
  const directory = entries.map((entry) => buildHeader(entry, true));
  const end = new Uint8Array(endBytes);
  const view = new DataView(end.buffer);
  view.setUint32(0, endMark, true);
  view.setUint16(8, entries.length, true);
  view.setUint16(10, entries.length, true);
  view.setUint32(
    12,
    directory.reduce((sum, line) => sum + line.length, 0),
    true,
  );
  view.setUint32(16, at, true);
  return new Blob([...pieces, ...directory, end], { type: 'application/zip' });
}

/** Reads the directory of a zip archive and returns its files by path. Null if it is damaged, compressed or encrypted. */
export async function readStoredZip(zip: Blob): Promise<ReadonlyMap<string, { readonly content: Blob; readonly crc: number }> | null> {
  const readView = async (from: number, to: number) => new DataView(await zip.slice(from, to).arrayBuffer());
  const tailFrom = Math.max(0, zip.size - longestEnd);
  const tail = await readView(tailFrom, zip.size);
  let place = tail.byteLength - endBytes;
  while (place >= 0 && tail.getUint32(place, true) !== endMark) place -= 1;
  if (place < 0) return null;
  const [count, size, from] = [tail.getUint16(place + 10, true), tail.getUint32(place + 12, true), tail.getUint32(place + 16, true)];
  if (from + size > zip.size) return null;
  const directory = await readView(from, from + size);
  const files = new Map<string, { content: Blob; crc: number }>();
  let at = 0;
  for (let n = 0; n < count; n += 1) {
    if (at + centralBytes > directory.byteLength || directory.getUint32(at, true) !== centralMark) return null;
    // Compressed or encrypted: not written by `createStoredZip`.
    if (directory.getUint16(at + 10, true) !== 0 || (directory.getUint16(at + 8, true) & 1) !== 0) return null;
    const [bytes, nameBytes] = [directory.getUint32(at + 20, true), directory.getUint16(at + 28, true)];
    const [extraBytes, noteBytes] = [directory.getUint16(at + 30, true), directory.getUint16(at + 32, true)];
    const headAt = directory.getUint32(at + 42, true);
    const nameAt = at + centralBytes;
    if (nameAt + nameBytes > directory.byteLength || headAt + localBytes > zip.size) return null;
    const path = new TextDecoder().decode(new Uint8Array(directory.buffer, directory.byteOffset + nameAt, nameBytes));
    const head = await readView(headAt, headAt + localBytes);
    const contentAt = headAt + localBytes + head.getUint16(26, true) + head.getUint16(28, true);
    if (contentAt + bytes > zip.size || files.has(path)) return null;
    files.set(path, { content: zip.slice(contentAt, contentAt + bytes), crc: directory.getUint32(at + 16, true) });
    at = nameAt + nameBytes + extraBytes + noteBytes;
  }
  return files;
}
