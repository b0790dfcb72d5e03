import { Dexie, type EntityTable, type Table } from 'dexie';
import type { LearnMark } from '../../sync/contract/learn.ts';
import { utf8, utf8Text } from '../../sync/seal/bytes.ts';
import { session } from './app-session.ts';

/** What somebody may read again without a network, sealed under their vault: the next user of the PC has no business reading it. */
interface PageRow {
  /** `course/3`, `courses`, `article/7`, `articles`. */
  readonly name: string;
  readonly userId: number;
  readonly sealed: string;
  readonly keptMs: number;
}

/** A stretch of learning until the server has answered that it knows it. */
export interface MarkRow extends LearnMark {
  readonly userId: number;
  readonly courseId: number;
  /** Still growing then, unless that is long ago: the browser was killed. Null: it is whole. */
  readonly growingMs: number | null;
  /** The server's words, where it will never take it. */
  readonly refused?: string;
}

/** A file taken along, or on its way. Whoever takes it along may play it here; it lies in pieces until it is whole. */
export interface FileRow {
  readonly url: string;
  readonly userId: number;
  readonly courseId: number;
  readonly name: string;
  readonly sizeBytes: number;
  readonly haveBytes: number;
  readonly usedMs: number;
}

/** Apart from the exams' database, so that nothing of learning can ever stand in an answer's way. */
class LearningDatabase extends Dexie {
  readonly pages!: Table<PageRow, [number, string]>;
  readonly marks!: EntityTable<MarkRow, 'markId'>;
  readonly files!: Table<FileRow, [number, string]>;
  readonly pieces!: Table<
    { readonly userId: number; readonly url: string; readonly from: number; readonly blob: Blob },
    [number, string, number]
  >;

  constructor() {
    // "Kept on this device" outlives a pulled plug.
    super('wenkao-learning', { chromeTransactionDurability: 'strict', cache: 'disabled' });
    this.version(1).stores({
      pages: '[userId+name], [userId+keptMs]',
      marks: 'markId, userId',
      files: '[userId+url], userId',
      pieces: '[userId+url+from]',
    });
  }
}

export const learningDatabase = new LearningDatabase();
const binding = (userId: number, name: string): string => `learning/${userId}/${name}`;

/** Keeps it for its reader, as far as there is a vault and room; reading online goes on without. */
export async function keepPage(userId: number, name: string, value: unknown): Promise<void> {
  try {
    const vault = await session.vault();
    if (vault === null) return;
    const sealed = await vault.wrapBytes(utf8(JSON.stringify(value)), binding(userId, name));
    await learningDatabase.pages.put({ userId, name, sealed, keptMs: Date.now() });
  } catch (cause) {
    console.warn('not kept on this device', cause);
  }
}

export async function keptPage<T>(userId: number, name: string): Promise<T | null> {
  const [vault, row] = [await session.vault(), await learningDatabase.pages.get([userId, name]).catch(() => undefined)];
  const bytes = vault === null || row === undefined ? undefined : await vault.unwrapBytes(row.sealed, binding(userId, name));
  return bytes ? (JSON.parse(utf8Text(bytes)) as T) : null;
}

/** Of pages whose names begin so, the newest stay. */
export async function keepNewest(userId: number, prefix: string, most: number): Promise<void> {
  const rows = await learningDatabase.pages
    .where('[userId+keptMs]')
    .between([userId, Dexie.minKey], [userId, Dexie.maxKey])
    .filter((row) => row.name.startsWith(prefix))
    .reverse()
    .sortBy('keptMs');
  await learningDatabase.pages.bulkDelete(rows.slice(most).map((row): [number, string] => [userId, row.name]));
}
