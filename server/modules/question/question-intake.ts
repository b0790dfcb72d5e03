import { join } from 'node:path';
import type { CallParsed } from '../../../sync/contract/call.ts';
import { questionStatus, type QuestionStatusCode } from '../../../sync/contract/codes.ts';
import type { questionFileCalls } from '../../../sync/contract/question-file-calls.ts';
import type { QuestionBody } from '../../../sync/contract/question-body.ts';
import { type Message, Refusal, refuse } from '../../http/handler.ts';
import type { JobHandle, JobTools } from '../../jobs/job-port.ts';
import { takeTableIntoUse } from '../detail/detail-writes.ts';
import { pictureWrites } from '../upload/picture-writes.ts';
import { uploadReads } from '../upload/upload-reads.ts';
import { type JudgedFile, type JudgedRow } from './formats/file-judge.ts';
import { readerLimits, readInThread } from './formats/file-reading.ts';
import { formatMessages } from './formats/format-messages.ts';
import { UnreadableFile } from './formats/question-format.ts';
import type { QuestionDeps } from './question-deps.ts';
import { picturesPlaced, picturesShown } from './question-import-pictures.ts';
import { fileRows } from './question-import-filing.ts';
import { questionIntakeStore } from './question-intake-store.ts';
import { questionMessages as messages } from './question-messages.ts';
import { questionStore } from './question-store.ts';

export type ImportInput = CallParsed<typeof questionFileCalls.import>;
export type PreviewInput = CallParsed<typeof questionFileCalls.importPreview>;
/** The bank as `school_id` has it. */
export interface ImportBy {
  readonly userId: number;
  readonly schoolId: number;
  readonly bankSchoolId: number | null;
}
export type GoodRow = JudgedRow & { readonly question: QuestionBody; readonly hash: string };
export const isGoodRow = (row: JudgedRow): row is GoodRow => row.hash !== undefined;
/** It could be imported, and something is to be said of it that nobody has looked at. */
const inDoubt = (row: JudgedRow, looked: ReadonlySet<number>): boolean => isGoodRow(row) && row.warnings.length > 0 && !looked.has(row.row);

type Progress = (done: number, total: number) => void;

/** A judged file as it would be filed here. */
export interface FiledFile extends JudgedFile {
  /** The detail tables whose points its questions use. */
  readonly tableIds: ReadonlySet<number>;
}

/** The file of a call, read and judged; in words why it can't be. `bankId`: compare its questions with each other and that bank's. */
export async function readImport(
  { fileName, format, category, fixes, drop, columns, ...defaults }: Omit<PreviewInput, 'content' | 'bank'>,
  bytes: Uint8Array,
  deps: QuestionDeps,
  {
    bankId,
    progress,
    signal,
    waiting,
    by,
  }: {
    readonly bankId?: number;
    readonly progress?: Progress;
    readonly signal?: AbortSignal | undefined;
    /** Other files are read before this one. */
    readonly waiting?: (before: number) => void;
    /** Who waits for the answer; undefined for a job. */
    readonly by?: number;
  } = {},
): Promise<FiledFile | Refusal> {
  const task = {
    name: fileName,
    bytes,
    category,
    columns,
    format,
    fixes: new Map(fixes.map(({ row, draft }) => [row, draft])),
    drop: new Set(drop),
    bankId,
  };
  try {
    const file = await readInThread(task, progress, signal, { ...readerLimits, by, ...(waiting && { waiting }) });
    const filed = await fileRows(file.rows, defaults, deps);
    return { ...file, ...filed, rows: await withStrangePictures(filed.rows, file.pictures, deps) };
  } catch (error) {
    if (error instanceof UnreadableFile) return refuse('refused', error.told);
    throw error;
  }
}

const uploaded = /\/uploads\/([0-9a-f]{32}\.[a-z0-9]{2,5})/g;
/** Rows that show uploads of a server that isn't this one, each named: the file doesn't carry them. */
async function withStrangePictures(
  rows: readonly JudgedRow[],
  carried: ReadonlyMap<string, Uint8Array>,
  { db, inspection }: QuestionDeps,
): Promise<JudgedRow[]> {
  const wanted = new Set(rows.flatMap(({ draft }) => (JSON.stringify(draft).match(uploaded) ?? []).filter((url) => !carried.has(url))));
  if (wanted.size === 0) return [...rows];
  const known = await uploadReads(db, join(inspection.folder, 'uploads')).known([...wanted]);
  return rows.map((row) => {
    const lost = Object.entries(row.draft).flatMap(([field, value]) =>
      [...new Set(JSON.stringify(value).match(uploaded))]
        .filter((url) => wanted.has(url) && !known.has(url))
        .map((url) => ({ field, url })),
    );
    const told = lost.map(({ field, url }) => ({ field, reason: formatMessages.pictureElsewhere(url) }));
    return told.length === 0 ? row : { ...row, warnings: [...row.warnings, ...told] };
  });
}

export interface Taken {
  readonly imported: number;
  readonly skipped: number;
  /** Of the imported, those in doubt; not known any more of one that was broken off after it was written, as what follows. */
  readonly doubtful?: number;
  /** Of the skipped: faulty ones, those in doubt, and what the bank or the file had already. */
  readonly left?: { readonly faulty: number; readonly doubtful: number; readonly same: number };
  /** Where they went, the fullest first. */
  readonly categories: readonly { readonly category: string; readonly count: number }[];
}

/** Takes a judged file into the bank: all its good questions and their pictures, or nothing. */
export async function takeIn(
  deps: QuestionDeps,
  by: ImportBy,
  file: FiledFile,
  input: Pick<StagedTask, 'mode' | 'skipDuplicates' | 'status' | 'fileName'> & Partial<Pick<StagedTask, 'doubtful' | 'fixes'>>,
  more: { readonly importId?: number; readonly progress?: Progress; readonly signal?: AbortSignal } = {},
): Promise<Taken | Refusal> {
  const importable = file.rows.filter(isGoodRow);
  const faulty = file.rows.length - importable.length;
  const looked = new Set((input.fixes ?? []).map(({ row }) => row));
  const doubtful = new Set(importable.filter((row) => inDoubt(row, looked)));
  const good = input.doubtful === false ? importable.filter((row) => !doubtful.has(row)) : importable;
  if (file.rows.length === 0) return refuse('refused', messages.importEmpty());
  if (importable.length === 0 || (input.mode === 'all' && faulty > 0))
    return refuse('refused', messages.importRefused(faulty, file.rows.length));
  if (good.length === 0) return refuse('refused', messages.importDoubtful(doubtful.size));
  const nowMs = deps.clock.nowMs();
  const used = await picturesShown(
    file.pictures,
    good.map(({ question }) => question),
  );
  const pictures = await pictureWrites(deps.db, deps.inspection.folder).take(used, { ...by, nowMs, fileName: input.fileName });
  try {
    const placed = await picturesPlaced(good, pictures.urls);
    const added = await questionStore(deps.db).addAll(placed, {
      userId: by.userId,
      nowMs,
      schoolId: by.bankSchoolId,
      skipDuplicates: input.skipDuplicates,
      status: input.status,
      importId: more.importId,
      alongside: async (tx) => {
        await pictures.keep(tx);
        for (const id of file.tableIds) await takeTableIntoUse(tx, id, by.userId, nowMs);
      },
      progress: (done, total) => {
        if (more.signal?.aborted) throw new Error('stopped');
        more.progress?.(done, total);
      },
    });
    const hashes = new Set(added.map(({ hash }) => hash));
    return {
      imported: added.length,
      skipped: file.rows.length - added.length,
      doubtful: input.doubtful === false ? 0 : [...doubtful].filter((row) => row.sameAsRow === undefined && hashes.has(row.hash)).length,
      left: { faulty, doubtful: importable.length - good.length, same: good.length - added.length },
      categories: categoriesOf(added.map(({ body }) => body)),
    };
  } catch (error) {
    await pictures.undo();
    throw error;
  }
}

const mostCategories = 12;
function categoriesOf(bodies: readonly QuestionBody[]): Taken['categories'] {
  return [...Map.groupBy(bodies, (body) => body.category)]
    .map(([category, within]) => ({ category, count: within.length }))
    .toSorted((a, b) => b.count - a.count)
    .slice(0, mostCategories);
}

const dayMs = 24 * 3_600_000;

interface Task {
  readonly importId: number;
}

/** The background job behind `/question/import`. */
export function registerIntake(deps: QuestionDeps): JobHandle<Task> {
  const staged = questionIntakeStore(deps.db);
  return deps.jobs.register<Task, Taken>('questionImport', {
    // Safe: what was written says so in its own transaction.
    afterRestart: 'again',
    run: async ({ importId }, tools) => {
      await staged.letGoBefore(deps.clock.nowMs() - dayMs);
      const row = await staged.byId(importId);
      if (row?.imported !== null && row?.imported !== undefined)
        return { imported: row.imported, skipped: row.skipped ?? 0, categories: [] };
      if (!row?.content) return refuse('refused', messages.importGone());
      const result = await runImport(deps, tools, importId, row.user_id, row.school_id, taskOf(row.task), row.content);
      await staged.letGo(importId);
      return result;
    },
  });
}

export type StagedTask = Omit<ImportInput, 'content' | 'bank' | 'status'> & {
  readonly bankSchoolId: number | null;
  /** What its questions become: told by who asked for it. */
  readonly status: QuestionStatusCode;
};

/** One that waits since before its questions' status was part of it hands them in for review. */
const taskOf = (text: string): StagedTask =>
  ({ status: questionStatus.inReview, ...(JSON.parse(text) as Partial<StagedTask>) }) as StagedTask;

async function runImport(
  deps: QuestionDeps,
  tools: JobTools,
  importId: number,
  userId: number,
  schoolId: number,
  task: StagedTask,
  content: Uint8Array,
): Promise<Taken | Refusal> {
  // Reading and writing are each half of the way.
  const half = (offset: number, note: Message) => (done: number, total: number) => tools.progress(offset * total + done, total * 2, note);
  const file = await readImport(task, new Uint8Array(content), deps, {
    progress: half(0, messages.importReading()),
    signal: tools.signal,
    waiting: (before) => tools.progress(0, null, messages.importWaits(before)),
  });
  if (file instanceof Refusal) return file;
  const by = { userId, schoolId, bankSchoolId: task.bankSchoolId };
  return takeIn(deps, by, file, task, { importId, progress: half(1, messages.importWriting()), signal: tools.signal });
}
