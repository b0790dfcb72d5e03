import { spawnSync } from 'node:child_process';
import { closeSync, fsyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A real file system of a few megabytes, to be filled to the brim. Mounting takes root; whoever isn't can't run what needs it. */
export class SmallDisk {
  readonly dir = mkdtempSync(join(tmpdir(), 'wenkao-disk-'));

  constructor(megabytes: number) {
    const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', this.dir], { encoding: 'utf8' });
    if (mounted.status !== 0) throw new Error(`a small disk can't be mounted here (it takes root): ${mounted.stderr}`);
  }

  /** Not one more byte goes in. */
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

  /** There is room again. */
  free(): void {
    rmSync(this.#filler, { force: true });
  }

  get #filler(): string {
    return join(this.dir, 'filler');
  }

  dispose(): void {
    spawnSync('umount', ['-l', this.dir]);
    rmSync(this.dir, { recursive: true, force: true });
  }
}
