import type { NumberedRecord } from '../../../sync/engine/store/journal-records.ts';
import { StorageFault } from '../../../sync/engine/ports.ts';
import {
  fillJournalFile,
  type BlockFile,
  encodeRecords,
  readGeneration,
  journalFileBytes,
  JournalFrameFile,
  readFrames,
} from './journal-file.ts';

/** A journal file that this tab has opened exclusively. */
export interface OpenJournalFile extends BlockFile {
  close(): void;
  truncate(size: number): void;
}

/** Folder of the journals in the origin private file system. */
export interface JournalFolder {
  names(): Promise<string[]>;
  /** Opens a file exclusively, and creates it if missing. Undefined if another tab has it open. */
  hold(name: string): Promise<OpenJournalFile | undefined>;
  /** Reads a file that another tab may have open. Undefined if it could not be read because it was being written. */
  peek(name: string): Promise<Uint8Array | undefined>;
  remove(name: string): Promise<void>;
  /** Looks the file up by its name and reads bytes `from` to `to`. Undefined means that no file has this name; other errors reject. */
  find(name: string, from: number, to: number): Promise<Uint8Array | undefined>;
  /** Drops cached handles of files that the browser deleted, so that each name is looked up again. */
  forgetHandles(): void;
  /** Runs `work` while no other tab searches for a free file. */
  runExclusively<T>(work: () => Promise<T>): Promise<T>;
}

/** Number of journal files. It limits how many tabs can write at once, and how many files one tab can fill. */
const poolFiles = 4;
/** A tab does not start to write to a file that has fewer free bytes than this. */
const leastRoom = 256 * 1024;
const fillerBytes = 256 * 1024;
/** Space for a journal plus what the browser needs to create its folder and databases again, in bytes. */
const reserveBytes = journalFileBytes + 2 * 1024 * 1024;
const proofBytes = 256;
const formatJournalName = (n: number): string => `journal-${n}`;

interface Chances {
  /** Fills with random bytes, so that no file system stores them as a hole or compressed. */
  fill(bytes: Uint8Array): void;
  generation(): number;
}

/** Manages the journal files of this device: this tab writes one file and reads the others. */
export class JournalPool {
  readonly #folder: JournalFolder;
  readonly #chances: Chances;
  #own: { name: string; handle: OpenJournalFile; file: JournalFrameFile } | undefined;
  /**
   * Space that this tab holds in reserve. `hasRoom` writes beyond it to see whether the disk takes more. On a full disk the space is not
   * released, because the program that fills the disk would take it. It is used only once, to write a deleted journal again.
   */
  #reserve: { handle: OpenJournalFile; bytes: number } | undefined;
  #filler: Uint8Array | undefined;
  /** Number of records read from each other file, with the generation in which they were read. */
  readonly #seen = new Map<string, { readonly generation: number; readonly records: number }>();
  /** Records of other tabs found in the file that this tab now writes, not yet returned by `others`. */
  #unread: NumberedRecord[] = [];
  /** File names as found when the pool was opened: later, during a fault, the folder itself may be unreadable. */
  #names: readonly string[] = [];

  constructor(folder: JournalFolder, chances: Chances) {
    this.#folder = folder;
    this.#chances = chances;
  }

  get hasFile(): boolean {
    return this.#own !== undefined;
  }

  /** Creates the missing files of the pool at full size. Rejects if the disk has no space. */
  allocate(): Promise<void> {
    return this.#folder.runExclusively(async () => {
      const filler = this.#filled();
      for (let n = 0; n < poolFiles; n += 1) {
        if (this.#own?.name === formatJournalName(n)) continue;
        const handle = await this.#folder.hold(formatJournalName(n));
        if (!handle) continue;
        try {
          if (!JournalFrameFile.open(handle)) fillJournalFile(handle, filler, this.#chances.generation());
          handle.close();
        } catch (fault) {
          // The disk is full. Release the space again, because a completely full disk endangers other writes.
          handle.close();
          await this.#folder.remove(formatJournalName(n));
          throw fault;
        }
      }
    });
  }

  /** Reads the records of all journals and takes one free file for this tab. */
  open(): Promise<NumberedRecord[]> {
    return this.#folder.runExclusively(async () => {
      const records: NumberedRecord[] = [];
      this.#seen.clear();
      this.#names = await this.#folder.names();
      for (const name of this.#names) {
        const handle = await this.#folder.hold(name);
        const file = handle && JournalFrameFile.open(handle);
        if (handle && file) {
          records.push(...this.#news(name, file.generation, file.records));
          if (!this.#own && file.room >= leastRoom) {
            this.#own = { name, handle, file };
            this.#reserve ??= await this.#holdReserve(name);
            continue;
          }
        } else if (!handle) records.push(...(await this.#peek(name)));
        handle?.close();
      }
      return records;
    });
  }

  async #holdReserve(name: string): Promise<{ handle: OpenJournalFile; bytes: number } | undefined> {
    const held = await this.#folder.hold(`room-${name}`).catch(() => undefined);
    return held && { handle: held, bytes: held.getSize() };
  }

  /** Tests for free space by writing: the reserve grows to its full size, and briefly a little beyond it. */
  async hasRoom(): Promise<boolean> {
    const reserve = this.#reserve;
    if (!reserve) return true;
    const filler = (this.#filler ??= this.#filled());
    try {
      for (;;) {
        if (reserve.handle.write(filler, { at: reserve.bytes }) !== filler.length) throw new StorageFault('quota', 'no room');
        if (reserve.bytes >= reserveBytes) return true;
        reserve.bytes += filler.length;
      }
    } catch {
      return false;
    } finally {
      reserve.handle.truncate(reserve.bytes);
    }
  }

  #filled(): Uint8Array {
    const filler = new Uint8Array(fillerBytes);
    this.#chances.fill(filler);
    return filler;
  }

  /**
   * Compares the last bytes of the file under this tab's name with those of the open handle (`JournalReplica.prove`). If they differ, writes the
   * journal again with `all`.
   */
  async prove(all: () => readonly NumberedRecord[]): Promise<void> {
    const own = this.#own;
    if (!own) throw new StorageFault('storage', 'there is no journal');
    const { from, bytes } = own.file.lastBytes(proofBytes);
    const bytesOnDisk = await this.#folder.find(own.name, from, from + bytes.length);
    if (bytesOnDisk?.length === bytes.length && bytesOnDisk.every((byte, at) => byte === bytes[at])) return;
    await this.#writeAgain(own.name, all);
    own.handle.close();
  }

  /**
   * Writes the journal again after the browser deleted this tab's file. The reserve's file is deleted too, but its space stays allocated until
   * the handle truncates it.
   */
  async #writeAgain(name: string, all: () => readonly NumberedRecord[]): Promise<void> {
    const filler = this.#filled();
    this.#folder.forgetHandles();
    if (this.#reserve) {
      this.#reserve.bytes = 0;
      this.#reserve.handle.truncate(0);
    }
    const handle = await this.#folder.hold(name);
    if (!handle) throw new StorageFault('storage', 'the journal is held elsewhere');
    try {
      fillJournalFile(handle, filler, this.#chances.generation());
      const file = JournalFrameFile.open(handle);
      if (!file) throw new StorageFault('storage', 'the journal can not be read back');
      file.append(all());
      this.#own = { name, handle, file };
    } catch (fault) {
      handle.close();
      await this.#folder.remove(name);
      throw fault;
    }
    this.#reserve?.handle.close();
    this.#reserve = await this.#holdReserve(name);
  }

  /** Reads the records that other tabs have written since the last call. */
  async others(): Promise<NumberedRecord[]> {
    const unread = this.#unread;
    this.#unread = [];
    for (const name of this.#names) if (name !== this.#own?.name) unread.push(...(await this.#peek(name)));
    return unread;
  }

  async #peek(name: string): Promise<NumberedRecord[]> {
    const bytes = await this.#folder.peek(name);
    const generation = bytes && readGeneration(bytes);
    if (!bytes || generation === undefined) return [];
    return this.#news(name, generation, readFrames(bytes, generation).frames.flat());
  }

  /** Returns the records of a file that were not read before, and marks them as read. After a restart of the file, these are all records. */
  #news(name: string, generation: number, records: readonly NumberedRecord[]): NumberedRecord[] {
    const news = this.#unseen(name, generation, records);
    this.#seen.set(name, { generation, records: records.length });
    return news;
  }

  #unseen(name: string, generation: number, records: readonly NumberedRecord[]): NumberedRecord[] {
    const seen = this.#seen.get(name);
    return records.slice(seen?.generation === generation ? seen.records : 0);
  }

  /**
   * Appends records to this tab's file, and changes to another file if this one is full. `isNeeded`: tells whether a record is still needed, so that
   * its file cannot be restarted. `essence`: returns the records with which a restarted file begins.
   */
  async append(
    records: readonly NumberedRecord[],
    soon: boolean,
    isNeeded: (r: NumberedRecord['r']) => boolean,
    essence: (closed: readonly NumberedRecord[]) => NumberedRecord[],
  ): Promise<void> {
    const payload = encodeRecords(records);
    if (!this.#own || payload.length > this.#own.file.room) {
      // Ask for at least `leastRoom` bytes: the records that are repeated at the start of a restarted file take far fewer.
      const bytes = Math.max(payload.length, leastRoom);
      await this.#folder.runExclusively(() => this.#takeAnother(bytes, isNeeded, essence));
    }
    if (!this.#own) throw new StorageFault('storage', 'there is no journal');
    this.#own.file.append(records, payload, soon);
  }

  async #takeAnother(
    bytes: number,
    isNeeded: (r: NumberedRecord['r']) => boolean,
    essence: (closed: readonly NumberedRecord[]) => NumberedRecord[],
  ): Promise<void> {
    for (const name of this.#names) {
      if (name === this.#own?.name) continue;
      const handle = await this.#folder.hold(name);
      const file = handle && JournalFrameFile.open(handle);
      if (!handle || !file) {
        handle?.close();
        continue;
      }
      // If the file has ops or streams that this tab has not read yet, this tab cannot know whether the file's records are obsolete.
      const isNews = this.#unseen(name, file.generation, file.records).some(({ r }) => r.k === 'op' || r.k === 'stream');
      const isObsolete = file.room < bytes && !isNews && !file.records.some(({ r }) => isNeeded(r));
      if (isObsolete || file.room >= bytes) this.#unread.push(...this.#news(name, file.generation, file.records));
      if (isObsolete) {
        const begin = essence(file.records);
        file.beginAnew();
        file.append(begin);
      }
      if (file.room >= bytes) {
        // Mark the old file as read up to here: from now on, it is read like another tab's file.
        if (this.#own) this.#news(this.#own.name, this.#own.file.generation, this.#own.file.records);
        this.#own?.handle.close();
        this.#own = { name, handle, file };
        return;
      }
      handle.close();
    }
  }
}
