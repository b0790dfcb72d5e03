import { closeSync, fstatSync, ftruncateSync, openSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';

/** Bytes released at a time. The rest of the reserve stays out of reach of the program that filled the disk. */
const stepBytes = 4 * 1024 * 1024;

/** A file that reserves disk space, so that answers can be stored after another program has filled the disk. */
export class LogReserve {
  readonly #path: string;
  readonly #bytes: number;
  #leftBytes = 0;
  #isFilling = false;

  /** `bytes`: size of the reserve; 0 disables it. */
  constructor(path: string, bytes: number) {
    this.#path = path;
    this.#bytes = bytes;
  }

  /** Bytes of the reserve that can still be released to the disk. */
  get reservedBytes(): number {
    return this.#leftBytes;
  }

  /** Fills the reserve file with zeros, step by step, until it has its full size or `hasRoom` returns false. */
  async fill(hasRoom: () => Promise<boolean>): Promise<void> {
    if (this.#bytes === 0) return rmSync(this.#path, { force: true });
    if (this.#isFilling) return;
    this.#isFilling = true;
    const file = await open(this.#path, 'a', 0o600);
    try {
      this.#leftBytes = (await file.stat()).size;
      // Write real zeros: a sparse file would reserve no space. All steps write the same buffer, because a new buffer for each step took 60 MB of
      // memory.
      const zeros = Buffer.alloc(Math.min(stepBytes, Math.max(0, this.#bytes - this.#leftBytes)));
      while (this.#leftBytes < this.#bytes && (await hasRoom())) {
        await file.write(zeros, 0, Math.min(zeros.length, this.#bytes - this.#leftBytes));
        this.#leftBytes = (await file.stat()).size;
      }
      await file.datasync();
    } finally {
      this.#isFilling = false;
      await file.close();
    }
  }

  /** Shortens the file by one step (`stepBytes`), which frees space on the disk at once. Returns false if the reserve is empty. */
  releaseStep(): boolean {
    if (this.#leftBytes === 0) return false;
    const file = openSync(this.#path, 'r+');
    try {
      const { size } = fstatSync(file);
      ftruncateSync(file, Math.max(0, size - stepBytes));
      this.#leftBytes = Math.max(0, size - stepBytes);
      return size > 0;
    } finally {
      closeSync(file);
    }
  }
}
