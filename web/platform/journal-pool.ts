import type { Numbered } from '../../sync/engine/journal-records.ts';
import { StorageFault } from '../../sync/engine/ports.ts';
import { allocate, type BlockFile, encoded, generationOf, journalBytes, JournalFile, readFrames } from './journal-file.ts';

/** A file of the pool held by this tab alone. */
export interface HeldFile extends BlockFile {
  close(): void;
  truncate(size: number): void;
}

/** The directory of journals, as the origin private file system has it. */
export interface JournalFolder {
  names(): Promise<string[]>;
  /** Undefined: another tab holds it. */
  hold(name: string): Promise<HeldFile | undefined>;
  /** What another tab's file holds just now. Undefined: it was being written to. */
  peek(name: string): Promise<Uint8Array | undefined>;
  remove(name: string): Promise<void>;
  /** Looks the file up by its name and reads bytes `from` to `to`. Undefined means that no file has this name; other errors reject. */
  find(name: string, from: number, to: number): Promise<Uint8Array | undefined>;
  /** Forgets handles to files that the browser deleted: each name is looked up again. */
  forgetHandles(): void;
  /** One tab at a time: whoever looks for a file takes none from under another's hands. */
  alone<T>(work: () => Promise<T>): Promise<T>;
}

/** So many tabs can write at once, and so many files one tab can fill. */
const poolFiles = 4;
/** A file with less room is not worth beginning with. */
const leastRoom = 256 * 1024;
const fillerBytes = 256 * 1024;
/** A journal, and what the browser itself needs to begin its folder and databases again. */
const reserveBytes = journalBytes + 2 * 1024 * 1024;
const proofBytes = 256;
const nameOf = (n: number): string => `journal-${n}`;

interface Chances {
  /** Random bytes: no file system may think them away as a hole. */
  fill(bytes: Uint8Array): void;
  generation(): number;
}

/** The journals of this device: one is this tab's to write, the others are read. */
export class JournalPool {
  readonly #folder: JournalFolder;
  readonly #chances: Chances;
  #own: { name: string; held: HeldFile; file: JournalFile } | undefined;
  /**
   * Space of our own: a probe writes beyond it to see whether the disk takes more. A full disk doesn't get it back, since the program that
   * fills the disk would take it. It is used once, to write a deleted journal again.
   */
  #reserve: { held: HeldFile; bytes: number } | undefined;
  #filler: Uint8Array | undefined;
  /** How many records of each other file have been read, in which generation of it. */
  readonly #seen = new Map<string, { readonly generation: number; readonly records: number }>();
  /** What others had told in a file that this tab writes now, and nobody has asked for yet. */
  #unread: Numbered[] = [];
  /** As found when the pool was opened: the folder itself may not be readable when it is needed most. */
  #names: readonly string[] = [];

  constructor(folder: JournalFolder, chances: Chances) {
    this.#folder = folder;
    this.#chances = chances;
  }

  get isHeld(): boolean {
    return this.#own !== undefined;
  }

  /** Makes the pool where it is not there yet, written in full. True: at least one file is there now. Rejects where the disk has no room. */
  allocate(): Promise<void> {
    return this.#folder.alone(async () => {
      const filler = this.#filled();
      for (let n = 0; n < poolFiles; n += 1) {
        if (this.#own?.name === nameOf(n)) continue;
        const held = await this.#folder.hold(nameOf(n));
        if (!held) continue;
        try {
          if (!JournalFile.open(held)) allocate(held, filler, this.#chances.generation());
          held.close();
        } catch (fault) {
          // What was taken is given back: a disk that is full to the brim harms what else is written.
          held.close();
          await this.#folder.remove(nameOf(n));
          throw fault;
        }
      }
    });
  }

  /** Everything the journals hold, this tab's own to be among them. */
  open(): Promise<Numbered[]> {
    return this.#folder.alone(async () => {
      const records: Numbered[] = [];
      this.#seen.clear();
      this.#names = await this.#folder.names();
      for (const name of this.#names) {
        const held = await this.#folder.hold(name);
        const file = held && JournalFile.open(held);
        if (held && file) {
          records.push(...this.#news(name, file.generation, file.records));
          if (!this.#own && file.room >= leastRoom) {
            this.#own = { name, held, file };
            this.#reserve ??= await this.#holdReserve(name);
            continue;
          }
        } else if (!held) records.push(...(await this.#peek(name)));
        held?.close();
      }
      return records;
    });
  }

  async #holdReserve(name: string): Promise<{ held: HeldFile; bytes: number } | undefined> {
    const held = await this.#folder.hold(`room-${name}`).catch(() => undefined);
    return held && { held, bytes: held.getSize() };
  }

  /** Tests by writing: the reserve grows to its size, and a little beyond it for a moment. */
  async hasRoom(): Promise<boolean> {
    const reserve = this.#reserve;
    if (!reserve) return true;
    const filler = (this.#filler ??= this.#filled());
    try {
      for (;;) {
        if (reserve.held.write(filler, { at: reserve.bytes }) !== filler.length) throw new StorageFault('quota', 'no room');
        if (reserve.bytes >= reserveBytes) return true;
        reserve.bytes += filler.length;
      }
    } catch {
      return false;
    } finally {
      reserve.held.truncate(reserve.bytes);
    }
  }

  #filled(): Uint8Array {
    const filler = new Uint8Array(fillerBytes);
    this.#chances.fill(filler);
    return filler;
  }

  /** `SecondCopy.prove`: compares the last bytes of the file under this tab's name with those of the open handle. */
  async prove(all: () => readonly Numbered[]): Promise<void> {
    const own = this.#own;
    if (!own) throw new StorageFault('storage', 'there is no journal');
    const { from, bytes } = own.file.lastBytes(proofBytes);
    const found = await this.#folder.find(own.name, from, from + bytes.length);
    if (found?.length === bytes.length && found.every((byte, at) => byte === bytes[at])) return;
    await this.#writeAgain(own.name, all);
    own.held.close();
  }

  /** The browser deleted this tab's file. The reserve's file is deleted too, but its space is ours until now. */
  async #writeAgain(name: string, all: () => readonly Numbered[]): Promise<void> {
    const filler = this.#filled();
    this.#folder.forgetHandles();
    if (this.#reserve) {
      this.#reserve.bytes = 0;
      this.#reserve.held.truncate(0);
    }
    const held = await this.#folder.hold(name);
    if (!held) throw new StorageFault('storage', 'the journal is held elsewhere');
    try {
      allocate(held, filler, this.#chances.generation());
      const file = JournalFile.open(held);
      if (!file) throw new StorageFault('storage', 'the journal can not be read back');
      file.append(all());
      this.#own = { name, held, file };
    } catch (fault) {
      held.close();
      await this.#folder.remove(name);
      throw fault;
    }
    this.#reserve?.held.close();
    this.#reserve = await this.#holdReserve(name);
  }

  async others(): Promise<Numbered[]> {
    const told = this.#unread;
    this.#unread = [];
    for (const name of this.#names) if (name !== this.#own?.name) told.push(...(await this.#peek(name)));
    return told;
  }

  async #peek(name: string): Promise<Numbered[]> {
    const bytes = await this.#folder.peek(name);
    const generation = bytes && generationOf(bytes);
    if (!bytes || generation === undefined) return [];
    return this.#news(name, generation, readFrames(bytes, generation).frames.flat());
  }

  /** What of a file's records was not read before; all of them where it was begun anew since. */
  #news(name: string, generation: number, records: readonly Numbered[]): Numbered[] {
    const news = this.#unseen(name, generation, records);
    this.#seen.set(name, { generation, records: records.length });
    return news;
  }

  #unseen(name: string, generation: number, records: readonly Numbered[]): Numbered[] {
    const seen = this.#seen.get(name);
    return records.slice(seen?.generation === generation ? seen.records : 0);
  }

  /** `isNeeded`: must this record's file be kept? `essence`: what a file that held these begins anew with. */
  async append(
    records: readonly Numbered[],
    soon: boolean,
    isNeeded: (r: Numbered['r']) => boolean,
    essence: (closed: readonly Numbered[]) => Numbered[],
  ): Promise<void> {
    const payload = encoded(records);
    if (!this.#own || payload.length > this.#own.file.room) {
      // What is told again where a file is begun anew is well below this.
      const bytes = Math.max(payload.length, leastRoom);
      await this.#folder.alone(() => this.#takeAnother(bytes, isNeeded, essence));
    }
    if (!this.#own) throw new StorageFault('storage', 'there is no journal');
    this.#own.file.append(records, payload, soon);
  }

  async #takeAnother(
    bytes: number,
    isNeeded: (r: Numbered['r']) => boolean,
    essence: (closed: readonly Numbered[]) => Numbered[],
  ): Promise<void> {
    for (const name of this.#names) {
      if (name === this.#own?.name) continue;
      const held = await this.#folder.hold(name);
      const file = held && JournalFile.open(held);
      if (!held || !file) {
        held?.close();
        continue;
      }
      // Of an attempt that this tab has not heard of, nobody here can say that it is needed no more.
      const isNews = this.#unseen(name, file.generation, file.records).some(({ r }) => r.k === 'op' || r.k === 'stream');
      const anew = file.room < bytes && !isNews && !file.records.some(({ r }) => isNeeded(r));
      if (anew || file.room >= bytes) this.#unread.push(...this.#news(name, file.generation, file.records));
      if (anew) {
        const begin = essence(file.records);
        file.beginAnew();
        file.append(begin);
      }
      if (file.room >= bytes) {
        // From now on it is read as another's is: not once more from its beginning.
        if (this.#own) this.#news(this.#own.name, this.#own.file.generation, this.#own.file.records);
        this.#own?.held.close();
        this.#own = { name, held, file };
        return;
      }
      held.close();
    }
  }
}
