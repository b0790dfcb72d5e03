import type { NumberedRecord } from '../../../sync/engine/store/journal-records.ts';
import { StorageFault } from '../../../sync/engine/ports.ts';
import { computeCrc32 } from '../../lib/files/crc32.ts';

/** Part of `FileSystemSyncAccessHandle` that the journal uses. */
export interface BlockFile {
  getSize(): number;
  read(into: Uint8Array, options: { at: number }): number;
  write(from: Uint8Array, options: { at: number }): number;
  flush(): void;
}

/**
 * Size of one journal file in bytes (SY25). A journal is a sequence of frames in a file that was written to its full size in advance, so no frame
 * needs more disk space. A frame is a length, a checksum and JSON. The checksum covers the file's generation and the frame's position as well, so
 * that a frame left by an earlier use is never accepted.
 */
export const journalFileBytes = 8 * 1024 * 1024;
const headBytes = 16;
const frameHeadBytes = 8;
const magic = 0x574b4a31;

const createView = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

function buildHead(generation: number): Uint8Array {
  const head = new Uint8Array(headBytes);
  createView(head).setUint32(0, magic);
  createView(head).setUint32(4, generation);
  createView(head).setUint32(8, computeCrc32(head.subarray(0, 8), 0));
  return head;
}

const computeChecksum = (payload: Uint8Array, generation: number, at: number): number =>
  computeCrc32(payload, (generation ^ Math.imul(at, 0x9e3779b1)) >>> 0);

/**
 * Reads the generation (the number of the file's use) from the head of a journal file. Undefined if the file is no journal or its creation did not
 * finish.
 */
export function readGeneration(head: Uint8Array): number | undefined {
  if (head.length < headBytes || createView(head).getUint32(0) !== magic) return undefined;
  return createView(head).getUint32(8) === computeCrc32(head.subarray(0, 8), 0) ? createView(head).getUint32(4) : undefined;
}

/**
 * Reads the intact frames from byte `from` on. A torn frame and everything behind it were never reported as saved, so they are ignored. `end`:
 * position behind the last intact frame.
 */
export function readFrames(bytes: Uint8Array, generation: number, from = headBytes): { frames: NumberedRecord[][]; end: number } {
  const frames: NumberedRecord[][] = [];
  let at = from;
  while (at + frameHeadBytes <= bytes.length) {
    const head = createView(bytes.subarray(at, at + frameHeadBytes));
    const length = head.getUint32(0);
    const payload = bytes.subarray(at + frameHeadBytes, at + frameHeadBytes + length);
    if (length === 0 || payload.length < length || head.getUint32(4) !== computeChecksum(payload, generation, at)) break;
    frames.push(JSON.parse(new TextDecoder().decode(payload)) as NumberedRecord[]);
    at += frameHeadBytes + length;
  }
  return { frames, end: at };
}

/**
 * A journal is read at start in parts of this many bytes. Most of a journal is unused, and an old disk needs about a tenth of a second for all 8 MiB.
 */
const partBytes = 256 * 1024;

/**
 * Returns true if `bytes`, the first part of a journal, contain all bytes of a frame that begins at `at`. If `readFrames` stopped at `at`
 * nevertheless, no valid frame begins there.
 */
function isFrameWithin(bytes: Uint8Array, at: number): boolean {
  if (at + frameHeadBytes > bytes.length) return false;
  const end = at + frameHeadBytes + createView(bytes.subarray(at, at + frameHeadBytes)).getUint32(0);
  return end <= bytes.length || end > journalFileBytes;
}

/**
 * Fills a file to its full size, so that the disk has assigned the space, reads a part back, and then writes the head. Throws a `StorageFault` if
 * the disk has no space or returns other bytes.
 */
export function fillJournalFile(file: BlockFile, filler: Uint8Array, newGeneration: number): void {
  for (let at = 0; at < journalFileBytes; at += filler.length) write(file, filler, at);
  file.flush();
  const back = new Uint8Array(filler.length);
  const last = journalFileBytes - filler.length;
  if (file.read(back, { at: last }) !== filler.length || back.some((byte, n) => byte !== filler[n]))
    throw new StorageFault('storage', 'what was written did not come back');
  write(file, buildHead(newGeneration), 0);
  file.flush();
}

function write(file: BlockFile, bytes: Uint8Array, at: number): void {
  let writtenBytes: number;
  try {
    writtenBytes = file.write(bytes, { at });
  } catch (cause) {
    throw new StorageFault(cause instanceof DOMException && cause.name === 'QuotaExceededError' ? 'quota' : 'storage', cause);
  }
  if (writtenBytes !== bytes.length) throw new StorageFault('quota', `wrote ${writtenBytes} of ${bytes.length} bytes`);
}

/** Encodes records as the payload of a frame. */
export const encodeRecords = (records: readonly NumberedRecord[]): Uint8Array => new TextEncoder().encode(JSON.stringify(records));

/** Reads and appends to one journal file. */
export class JournalFrameFile {
  readonly #file: BlockFile;
  #generation: number;
  #end: number;
  readonly records: NumberedRecord[];

  private constructor(file: BlockFile, generation: number, records: NumberedRecord[], end: number) {
    this.#file = file;
    this.#generation = generation;
    this.records = records;
    this.#end = end;
  }

  /** Opens a journal. Undefined if the file is no journal of full size. */
  static open(file: BlockFile): JournalFrameFile | undefined {
    if (file.getSize() < journalFileBytes) return undefined;
    const bytes = new Uint8Array(journalFileBytes);
    let filled = 0;
    const readPart = () => {
      const to = Math.min(filled + partBytes, journalFileBytes);
      file.read(bytes.subarray(filled, to), { at: filled });
      filled = to;
      return bytes.subarray(0, filled);
    };
    const generation = readGeneration(readPart());
    if (generation === undefined) return undefined;
    const records: NumberedRecord[] = [];
    let end = headBytes;
    for (let part = bytes.subarray(0, filled); ; part = readPart()) {
      const read = readFrames(part, generation, end);
      for (const frame of read.frames) records.push(...frame);
      ({ end } = read);
      if (filled === journalFileBytes || isFrameWithin(part, end)) return new JournalFrameFile(file, generation, records, end);
    }
  }

  /** Number of this use of the file; each restart from the beginning increases it. */
  get generation(): number {
    return this.#generation;
  }

  /** Largest payload, in bytes, that a further frame can have in this file. */
  get room(): number {
    return journalFileBytes - this.#end - frameHeadBytes;
  }

  /**
   * Appends a frame. It is on disk when this returns, unless `soon` is true: then the next flush writes it to disk. Throws a `StorageFault` if there
   * is no space; then the records are not part of the journal.
   */
  append(records: readonly NumberedRecord[], payload = encodeRecords(records), soon = false): void {
    if (payload.length > this.room) throw new StorageFault('quota', 'the journal is full');
    const frame = new Uint8Array(frameHeadBytes + payload.length);
    createView(frame).setUint32(0, payload.length);
    createView(frame).setUint32(4, computeChecksum(payload, this.#generation, this.#end));
    frame.set(payload, frameHeadBytes);
    write(this.#file, frame, this.#end);
    if (!soon) this.#file.flush();
    this.#end += frame.length;
    this.records.push(...records);
  }

  /** Reads the last `count` written bytes through the open handle. `from`: their position in the file. */
  lastBytes(count: number): { readonly from: number; readonly bytes: Uint8Array } {
    const from = Math.max(0, this.#end - count);
    const bytes = new Uint8Array(this.#end - from);
    this.#file.read(bytes, { at: from });
    return { from, bytes };
  }

  /** Starts a new generation of the file, which overwrites it from the beginning. Call it only if the file's records are no longer needed. */
  beginAnew(): void {
    const generation = (this.#generation + 1) >>> 0;
    write(this.#file, buildHead(generation), 0);
    this.#file.flush();
    this.#generation = generation;
    this.#end = headBytes;
    this.records.length = 0;
  }
}
