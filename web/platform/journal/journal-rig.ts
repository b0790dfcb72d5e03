import type { NumberedRecord } from '../../../sync/engine/store/journal-records.ts';
import { fillJournalFile, journalFileBytes } from './journal-file.ts';
import type { OpenJournalFile, JournalFolder, JournalPool } from './journal-pool.ts';

/** A file in memory. `disk.room`: free bytes of the simulated disk. */
export class MemoryFile implements OpenJournalFile {
  #memory = new Uint8Array(0);
  bytes = new Uint8Array(0);
  flushes = 0;
  closed = () => undefined as void;
  readonly disk: { room: number };
  constructor(disk: { room: number }) {
    this.disk = disk;
  }
  getSize = () => this.bytes.length;
  read(into: Uint8Array, { at }: { at: number }): number {
    const part = this.bytes.subarray(at, at + into.length);
    into.set(part);
    return part.length;
  }
  write(from: Uint8Array, { at }: { at: number }): number {
    const more = Math.max(0, at + from.length - this.bytes.length);
    if (more > this.disk.room) throw new DOMException('full', 'QuotaExceededError');
    this.truncate(Math.max(this.bytes.length, at + from.length));
    this.bytes.set(from, at);
    return from.length;
  }
  truncate(size: number): void {
    this.disk.room -= size - this.bytes.length;
    // Allocate more than needed, so that later growth reuses this memory.
    if (size > this.#memory.length) {
      const next = new Uint8Array(size < 1024 * 1024 ? size * 2 : 2 * journalFileBytes);
      next.set(this.bytes);
      this.#memory = next;
    }
    this.bytes = this.#memory.subarray(0, size);
  }
  flush(): void {
    this.flushes += 1;
  }
  close(): void {
    this.closed();
  }
}

export const createTestRecord = (n: number): NumberedRecord => ({ n, r: { k: 'gone', attemptId: `a${n}` } });
export const testFiller = new Uint8Array(64 * 1024).fill(9);
export function createTestFile(): MemoryFile {
  const file = new MemoryFile({ room: 1e9 });
  fillJournalFile(file, testFiller, 7);
  return file;
}
/** A folder in memory. `heldBy`: names of the files that a tab has open. */
export class MemoryFolder implements JournalFolder {
  readonly files = new Map<string, MemoryFile>();
  readonly heldBy = new Set<string>();
  readonly disk = { room: 400 * 1024 * 1024 };
  names = async () => [...this.files.keys()].filter((name) => name.startsWith('journal-')).toSorted();
  async hold(name: string): Promise<OpenJournalFile | undefined> {
    if (this.heldBy.has(name)) return undefined;
    const file = this.files.get(name) ?? new MemoryFile(this.disk);
    this.files.set(name, file);
    this.heldBy.add(name);
    file.closed = () => void this.heldBy.delete(name);
    return file;
  }
  peek = async (name: string) => this.files.get(name)?.bytes.slice();
  async remove(name: string): Promise<void> {
    this.files.get(name)?.truncate(0);
    this.files.delete(name);
  }
  find = async (name: string, from: number, to: number) => this.files.get(name)?.bytes.slice(from, to);
  forgetHandles = () => this.heldBy.clear();
  runExclusively = <T>(work: () => Promise<T>) => work();
}
export const testRandom = { fill: (bytes: Uint8Array) => void bytes.fill(5), generation: () => 3 };
const isNeeded = () => true;
export const appendToPool = (pool: JournalPool, ...records: NumberedRecord[]) => pool.append(records, false, isNeeded, () => []);
