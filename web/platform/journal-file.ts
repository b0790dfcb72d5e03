import type { Numbered } from '../../sync/engine/journal-records.ts';
import { StorageFault } from '../../sync/engine/ports.ts';

/** What a `FileSystemSyncAccessHandle` can, as far as it is needed. */
export interface BlockFile {
  getSize(): number;
  read(into: Uint8Array, options: { at: number }): number;
  write(from: Uint8Array, options: { at: number }): number;
  flush(): void;
}

/**
 * One journal (SY25): frames behind each other in a file that was written in full beforehand, so that no frame needs further room. A
 * frame is a length, a checksum, and JSON; the checksum covers the file's generation and the frame's place too, so that nothing that
 * an earlier use has left behind passes for a frame of this one.
 */
export const journalBytes = 8 * 1024 * 1024;
const headBytes = 16;
const frameHeadBytes = 8;
const magic = 0x574b4a31;

const crcTable = Uint32Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let bit = 0; bit < 8; bit += 1) c = c & 1 ? (c >>> 1) ^ 0xedb88320 : c >>> 1;
  return c;
});

function crc(bytes: Uint8Array, begin: number): number {
  let c = ~begin;
  for (const byte of bytes) c = (crcTable[(c ^ byte) & 255] ?? 0) ^ (c >>> 8);
  return ~c >>> 0;
}

const view = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

function headOf(generation: number): Uint8Array {
  const head = new Uint8Array(headBytes);
  view(head).setUint32(0, magic);
  view(head).setUint32(4, generation);
  view(head).setUint32(8, crc(head.subarray(0, 8), 0));
  return head;
}

const checksum = (payload: Uint8Array, generation: number, at: number): number =>
  crc(payload, (generation ^ Math.imul(at, 0x9e3779b1)) >>> 0);

/** Undefined: no journal, or one that was not written to its end when it was made. */
export function generationOf(head: Uint8Array): number | undefined {
  if (head.length < headBytes || view(head).getUint32(0) !== magic) return undefined;
  return view(head).getUint32(8) === crc(head.subarray(0, 8), 0) ? view(head).getUint32(4) : undefined;
}

/** Frames from `at` on as far as they are whole. What is torn, and all behind it, was never called saved. */
export function readFrames(bytes: Uint8Array, generation: number, from = headBytes): { frames: Numbered[][]; end: number } {
  const frames: Numbered[][] = [];
  let at = from;
  while (at + frameHeadBytes <= bytes.length) {
    const head = view(bytes.subarray(at, at + frameHeadBytes));
    const length = head.getUint32(0);
    const payload = bytes.subarray(at + frameHeadBytes, at + frameHeadBytes + length);
    if (length === 0 || payload.length < length || head.getUint32(4) !== checksum(payload, generation, at)) break;
    frames.push(JSON.parse(new TextDecoder().decode(payload)) as Numbered[]);
    at += frameHeadBytes + length;
  }
  return { frames, end: at };
}

/** Writes a whole file's worth, so that the disk has given the room, and reads some of it back. Nothing is a journal before that. */
export function allocate(file: BlockFile, filler: Uint8Array, newGeneration: number): void {
  for (let at = 0; at < journalBytes; at += filler.length) write(file, filler, at);
  file.flush();
  const back = new Uint8Array(filler.length);
  const last = journalBytes - filler.length;
  if (file.read(back, { at: last }) !== filler.length || back.some((byte, n) => byte !== filler[n]))
    throw new StorageFault('storage', 'what was written did not come back');
  write(file, headOf(newGeneration), 0);
  file.flush();
}

function write(file: BlockFile, bytes: Uint8Array, at: number): void {
  let written: number;
  try {
    written = file.write(bytes, { at });
  } catch (cause) {
    throw new StorageFault(cause instanceof DOMException && cause.name === 'QuotaExceededError' ? 'quota' : 'storage', cause);
  }
  if (written !== bytes.length) throw new StorageFault('quota', `wrote ${written} of ${bytes.length} bytes`);
}

export const encoded = (records: readonly Numbered[]): Uint8Array => new TextEncoder().encode(JSON.stringify(records));

export class JournalFile {
  readonly #file: BlockFile;
  #generation: number;
  #end: number;
  readonly records: Numbered[];

  private constructor(file: BlockFile, generation: number, records: Numbered[], end: number) {
    this.#file = file;
    this.#generation = generation;
    this.records = records;
    this.#end = end;
  }

  /** Undefined: this is no journal of full size. */
  static open(file: BlockFile): JournalFile | undefined {
    if (file.getSize() < journalBytes) return undefined;
    const bytes = new Uint8Array(journalBytes);
    file.read(bytes, { at: 0 });
    const generation = generationOf(bytes);
    if (generation === undefined) return undefined;
    const { frames, end } = readFrames(bytes, generation);
    return new JournalFile(file, generation, frames.flat(), end);
  }

  /** Another one after each new beginning. */
  get generation(): number {
    return this.#generation;
  }

  get room(): number {
    return journalBytes - this.#end - frameHeadBytes;
  }

  /** On the disk when this returns, unless `soon` lets it go with the next. Throws where there is no room; nothing counts then. */
  append(records: readonly Numbered[], payload = encoded(records), soon = false): void {
    if (payload.length > this.room) throw new StorageFault('quota', 'the journal is full');
    const frame = new Uint8Array(frameHeadBytes + payload.length);
    view(frame).setUint32(0, payload.length);
    view(frame).setUint32(4, checksum(payload, this.#generation, this.#end));
    frame.set(payload, frameHeadBytes);
    write(this.#file, frame, this.#end);
    if (!soon) this.#file.flush();
    this.#end += frame.length;
    this.records.push(...records);
  }

  /** The file's last `count` bytes that were written, as its handle reads them, and where they begin. */
  lastBytes(count: number): { readonly from: number; readonly bytes: Uint8Array } {
    const from = Math.max(0, this.#end - count);
    const bytes = new Uint8Array(this.#end - from);
    this.#file.read(bytes, { at: from });
    return { from, bytes };
  }

  /** Everything in it is needed no more: it is used again from the beginning. */
  beginAnew(): void {
    const generation = (this.#generation + 1) >>> 0;
    write(this.#file, headOf(generation), 0);
    this.#file.flush();
    this.#generation = generation;
    this.#end = headBytes;
    this.records.length = 0;
  }
}
