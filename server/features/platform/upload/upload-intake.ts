import { createHash } from 'node:crypto';
import { open, type FileHandle } from 'node:fs/promises';
import type { UploadFamily, UploadKind } from '../../../../sync/contract/platform/upload.ts';
import {
  createActiveContentScan,
  getUploadFamily,
  fileHeadBytes,
  type FileKindProblem,
  getUnknownFileProblem,
  readPixelSize,
  type PixelSize,
  decideFileKind,
  type SniffedKind,
  fileSniffBytes,
  sniffKind,
  fileTailBytes,
} from './file-kind.ts';
import type { FreeSpace, SpaceReservation } from '../../../free-space.ts';

export type UploadRejectReason = FileKindProblem | 'empty' | 'noRoom' | { readonly tooLarge: UploadFamily; readonly maxBytes: number };
export interface ReceivedFile {
  readonly kind: UploadKind;
  readonly sizeBytes: number;
  readonly sha256: Buffer;
  /** Size of the picture in pixels; null if the file is no picture or its header does not contain the size. */
  readonly pixels: PixelSize | null;
}

const spaceAskedEvery = 16 * 1024 * 1024;

/** Writes one file in chunks to `path`. After a fault it discards the remaining chunks. */
export class UploadIntake {
  readonly #path: string;
  readonly #maxBytes: Readonly<Record<UploadFamily, number>>;
  readonly #space: FreeSpace;
  readonly #reservation: SpaceReservation;
  #spaceAskedAt = 0;
  readonly #hash = createHash('sha256');
  readonly #hasActiveMark = createActiveContentScan();
  #file: FileHandle | null = null;
  #head: Buffer = Buffer.alloc(0);
  #sniffed: SniffedKind | null = null;
  #sizeBytes = 0;
  #writtenBytes = 0;
  #fault: UploadRejectReason | null = null;

  /** `reservation` is this file's part of `space`. Free space is checked at the beginning and again as the file grows. */
  constructor(path: string, maxBytes: Readonly<Record<UploadFamily, number>>, space: FreeSpace, reservation: SpaceReservation) {
    this.#path = path;
    this.#maxBytes = maxBytes;
    this.#space = space;
    this.#reservation = reservation;
  }

  async write(bytes: Buffer): Promise<void> {
    if (this.#fault !== null) return;
    this.#sizeBytes += bytes.length;
    if (this.#sniffed === null) {
      this.#head = Buffer.concat([this.#head, bytes]);
      if (this.#head.length >= fileSniffBytes) await this.#begin();
    } else await this.#keep(bytes);
  }

  /** Flushes the file to disk and returns its properties, or the reason for refusing it. */
  async end(): Promise<ReceivedFile | { readonly fault: UploadRejectReason }> {
    if (this.#sizeBytes === 0) this.#fault = 'empty';
    if (this.#fault === null && this.#sniffed === null) await this.#begin();
    if (this.#fault !== null || this.#file === null || this.#sniffed === null) return { fault: this.#fault ?? 'unknown' };
    const [head, tail] = [
      await this.#read(0, fileHeadBytes),
      await this.#read(Math.max(0, this.#sizeBytes - fileTailBytes), fileTailBytes),
    ];
    const kind = decideFileKind(this.#sniffed, head, tail);
    if (typeof kind !== 'string') return kind;
    await this.#file.sync();
    return { kind, sizeBytes: this.#sizeBytes, sha256: this.#hash.digest(), pixels: readPixelSize(kind, head) };
  }

  async close(): Promise<void> {
    await this.#file?.close();
    this.#file = null;
  }

  async #begin(): Promise<void> {
    this.#sniffed = sniffKind(this.#head);
    if (this.#sniffed === null) {
      this.#fault = getUnknownFileProblem(this.#head);
      return;
    }
    this.#file = await open(this.#path, 'wx+', 0o600);
    await this.#keep(this.#head);
  }

  async #keep(bytes: Buffer): Promise<void> {
    if (this.#sniffed === null || this.#file === null) return;
    const family = getUploadFamily(this.#sniffed);
    if (this.#sizeBytes > this.#maxBytes[family]) this.#fault = { tooLarge: family, maxBytes: this.#maxBytes[family] };
    else if (family === 'image' && this.#hasActiveMark(bytes)) this.#fault = 'markup';
    else if (this.#sizeBytes >= this.#spaceAskedAt) {
      this.#spaceAskedAt = this.#sizeBytes + spaceAskedEvery;
      if (!(await this.#space.fits())) this.#fault = 'noRoom';
    }
    if (this.#fault !== null) return;
    this.#hash.update(bytes);
    await this.#file.writeFile(bytes);
    this.#writtenBytes += bytes.length;
    this.#reservation.written(this.#writtenBytes);
  }

  async #read(from: number, length: number): Promise<Buffer> {
    if (this.#file === null) return Buffer.alloc(0);
    const { buffer, bytesRead } = await this.#file.read(Buffer.alloc(Math.min(length, this.#sizeBytes)), 0, undefined, from);
    return buffer.subarray(0, bytesRead);
  }
}
