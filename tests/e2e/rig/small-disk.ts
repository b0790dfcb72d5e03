import { spawnSync } from 'node:child_process';
import { closeSync, fsyncSync, mkdtempSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const refillEveryMs = 100;

/** Mounts a small file system that a test can fill to the last byte. Mounting needs root. */
export class SmallDisk {
  #refill: NodeJS.Timeout | undefined;
  readonly dir = mkdtempSync(join(tmpdir(), 'wenkao-disk-'));

  constructor(megabytes: number) {
    const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', this.dir], { encoding: 'utf8' });
    if (mounted.status !== 0) throw new Error(`a small disk can't be mounted here (it takes root): ${mounted.stderr}`);
  }

  /** Fills the disk to the last byte. */
  fill(): void {
    const file = openSync(this.#filler, 'a');
    try {
      for (const bytes of [1 << 20, 1 << 12, 1]) {
        const chunk = Buffer.alloc(bytes, 7);
        try {
          while (writeSync(file, chunk) === bytes);
        } catch (fault) {
          if ((fault as NodeJS.ErrnoException).code !== 'ENOSPC') throw fault;
        }
      }
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
  }

  /** Shrinks the file system without removing its files. */
  shrink(megabytes: number): void {
    const mounted = spawnSync('mount', ['-o', `remount,size=${megabytes}m`, this.dir], { encoding: 'utf8' });
    if (mounted.status !== 0) throw new Error(`the disk can't be made smaller: ${mounted.stderr}`);
  }

  /** Shrinks the file system to its files and one to two megabytes more. No program may write to it meanwhile, because it can't be smaller than its files. */
  shrinkToFiles(): void {
    const { blocks, bfree, bsize } = statfsSync(this.dir);
    this.shrink(1 + Math.ceil(((blocks - bfree) * bsize) / 2 ** 20));
  }

  /** Makes the file system read-only, or writable again. */
  setReadOnly(isReadOnly: boolean): void {
    const mounted = spawnSync('mount', ['-o', `remount,${isReadOnly ? 'ro' : 'rw'}`, this.dir], { encoding: 'utf8' });
    if (mounted.status !== 0) throw new Error(`the disk can't be mounted again: ${mounted.stderr}`);
  }

  /** Fills the disk now and again every 100 ms, like a program that keeps writing. */
  keepFull(): void {
    this.fill();
    this.#refill ??= setInterval(() => this.fill(), refillEveryMs);
  }

  /** Stops filling the disk (see `keepFull`) and frees the space again. */
  free(): void {
    clearInterval(this.#refill);
    this.#refill = undefined;
    rmSync(this.#filler, { force: true });
  }

  get #filler(): string {
    return join(this.dir, 'filler');
  }

  dispose(): void {
    clearInterval(this.#refill);
    spawnSync('umount', ['-l', this.dir]);
    rmSync(this.dir, { recursive: true, force: true });
  }
}
