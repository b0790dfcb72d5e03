import type { ParsedCallInput } from '../../../../../sync/contract/call.ts';
import type { QuestionStatusCode } from '../../../../../sync/contract/codes.ts';
import type { questionFileCalls } from '../../../../../sync/contract/bank/question-file-calls.ts';
import type { QuestionBody } from '../../../../../sync/contract/bank/question-body.ts';
import { catchRefusal, type Message, refuse } from '../../../../http/handler.ts';
import type { JobHandle, JobTools } from '../../../../jobs/job-port.ts';
import { freezeTableInUse } from '../../detail/detail-writes.ts';
import { createPictureWrites } from '../../../platform/upload/picture-writes.ts';
import { createUploadReads } from '../../../platform/upload/upload-reads.ts';
import { type ValidatedFile, type ValidatedRow } from '../formats/file-validation.ts';
import { readerLimits, readFileInThread } from '../formats/threads/file-reading.ts';
import { formatMessages } from '../formats/format-messages.ts';
import { UnreadableFileError } from '../formats/question-format.ts';
import type { QuestionDeps } from '../question-deps.ts';
import { replacePictureUrls, selectShownPictures } from './question-import-pictures.ts';
import { classifyRows } from './question-import-classification.ts';
import { createQuestionIntakeStore } from './question-intake-store.ts';
import { questionMessages as messages } from '../question-messages.ts';
import { getOwnerSchoolId } from '../question-row.ts';
import { createQuestionStore, prepareQuestions, type QuestionAddOptions } from '../question-store.ts';
import { runUnitOfWork } from '../../../../resources/unit-of-work.ts';

export type QuestionImportInput = ParsedCallInput<typeof questionFileCalls.import>;
export type ImportPreviewInput = ParsedCallInput<typeof questionFileCalls.importPreview>;
/** The user who imports and their school. `bankSchoolId`: `school_id` of the bank that receives the questions. */
export interface ImportActor {
  readonly userId: number;
  readonly schoolId: number;
  readonly bankSchoolId: number;
}
export type ValidRow = ValidatedRow & { readonly question: QuestionBody; readonly hash: string };
export const isValidRow = (row: ValidatedRow): row is ValidRow => row.hash !== undefined;
/** True for a valid row with warnings that no user has looked at. `looked`: numbers of the rows that a user corrected. */
const isDoubtful = (row: ValidatedRow, looked: ReadonlySet<number>): boolean =>
  isValidRow(row) && row.warnings.length > 0 && !looked.has(row.row);

type Progress = (done: number, total: number) => void;

/** A validated file whose questions are classified in this server's catalogue. */
export interface ClassifiedFile extends ValidatedFile {
  /** Ids of the detail tables (tables of assessment points) whose points these questions use. */
  readonly tableIds: ReadonlySet<number>;
}

/**
 * Reads and validates the file of a call; refuses a file that cannot be read. `bankId`: also compare the questions with each other and with this
 * bank.
 */
export async function readImportFile(
  { fileName, format, category, fixes, drop, columns, ...defaults }: Omit<ImportPreviewInput, 'content' | 'bank'>,
  bytes: Uint8Array,
  deps: QuestionDeps,
  {
    bankId,
    progress,
    signal,
    onQueued,
    userId: by,
  }: {
    readonly bankId?: number;
    readonly progress?: Progress;
    readonly signal?: AbortSignal | undefined;
    /** Called with the number of files that will be read before this one. */
    readonly onQueued?: (before: number) => void;
    /** Id of the user whose call waits for the file to be read; undefined for a background job. */
    readonly userId?: number;
  } = {},
): Promise<ClassifiedFile> {
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
    const file = await readFileInThread(task, progress, signal, { ...readerLimits, userId: by, ...(onQueued && { onQueued }) });
    const filed = await classifyRows(file.rows, defaults, deps);
    return { ...file, ...filed, rows: await addPictureWarnings(filed.rows, file.pictures, deps) };
  } catch (error) {
    if (error instanceof UnreadableFileError) refuse('refused', error.reason);
    throw error;
  }
}

const uploaded = /\/uploads\/([0-9a-f]{32}\.[a-z0-9]{2,5})/g;
/** Adds a warning for each picture that a row links to and that neither this server nor the file has. */
async function addPictureWarnings(
  rows: readonly ValidatedRow[],
  picturesInFile: ReadonlyMap<string, Uint8Array>,
  { db, objects }: QuestionDeps,
): Promise<ValidatedRow[]> {
  const linkedUrls = new Set(
    rows.flatMap(({ draft }) => (JSON.stringify(draft).match(uploaded) ?? []).filter((url) => !picturesInFile.has(url))),
  );
  if (linkedUrls.size === 0) return [...rows];
  const uploadedUrls = await createUploadReads(db, objects).filterStored([...linkedUrls]);
  return rows.map((row) => {
    const lost = Object.entries(row.draft).flatMap(([field, value]) =>
      [...new Set(JSON.stringify(value).match(uploaded))]
        .filter((url) => linkedUrls.has(url) && !uploadedUrls.has(url))
        .map((url) => ({ field, url })),
    );
    const pictureWarnings = lost.map(({ field, url }) => ({ field, reason: formatMessages.pictureElsewhere(url) }));
    return pictureWarnings.length === 0 ? row : { ...row, warnings: [...row.warnings, ...pictureWarnings] };
  });
}

export interface ImportResult {
  readonly imported: number;
  readonly skipped: number;
  /** Number of imported rows with warnings. Unknown, like the following fields, if the job was interrupted after the rows were written. */
  readonly doubtful?: number;
  /** Skipped rows by reason: faulty, with warnings, or already in the bank or the file. */
  readonly left?: { readonly faulty: number; readonly doubtful: number; readonly same: number };
  /** Categories that received questions, the largest number first. */
  readonly categories: readonly { readonly category: string; readonly count: number }[];
}

/** Imports a validated file into the bank: all valid questions with their pictures, or nothing. */
export async function importJudgedFile(
  deps: QuestionDeps,
  by: ImportActor,
  file: ClassifiedFile,
  input: Pick<StagedImportTask, 'mode' | 'skipDuplicates' | 'status' | 'fileName'> & Partial<Pick<StagedImportTask, 'doubtful' | 'fixes'>>,
  more: { readonly importId?: number; readonly progress?: Progress; readonly signal?: AbortSignal } = {},
): Promise<ImportResult> {
  const importable = file.rows.filter(isValidRow);
  const faulty = file.rows.length - importable.length;
  const looked = new Set((input.fixes ?? []).map(({ row }) => row));
  const doubtful = new Set(importable.filter((row) => isDoubtful(row, looked)));
  const selectedRows = input.doubtful === false ? importable.filter((row) => !doubtful.has(row)) : importable;
  if (file.rows.length === 0) refuse('refused', messages.importEmpty());
  if (importable.length === 0 || (input.mode === 'all' && faulty > 0)) refuse('refused', messages.importRefused(faulty, file.rows.length));
  if (selectedRows.length === 0) refuse('refused', messages.importDoubtful(doubtful.size));
  const nowMs = deps.clock.nowMs();
  const shownPictures = await selectShownPictures(
    file.pictures,
    selectedRows.map(({ question }) => question),
  );
  const pictures = await createPictureWrites(deps.db, deps.objects).take(shownPictures, { ...by, nowMs, fileName: input.fileName });
  try {
    const placed = await replacePictureUrls(selectedRows, pictures.urls);
    const options: QuestionAddOptions = {
      userId: by.userId,
      nowMs,
      schoolId: by.bankSchoolId,
      skipDuplicates: input.skipDuplicates,
      status: input.status,
      progress: (done, total) => {
        if (more.signal?.aborted) throw new Error('stopped');
        more.progress?.(done, total);
      },
    };
    const prepared = await prepareQuestions(placed, options);
    const added = await runUnitOfWork(deps.db, getOwnerSchoolId(by.bankSchoolId) ?? 'everything', {}, async (tx) => {
      const store = createQuestionStore(tx);
      const fresh = await store.addAll(tx, prepared, options);
      await pictures.insertRows(tx);
      for (const id of file.tableIds) await freezeTableInUse(tx, id, by.userId, nowMs);
      const counts = { imported: fresh.length, skipped: placed.length - fresh.length };
      if (more.importId !== undefined) await store.noteImported(tx, more.importId, counts);
      return fresh;
    });
    const hashes = new Set(added.map(({ hash }) => hash));
    return {
      imported: added.length,
      skipped: file.rows.length - added.length,
      doubtful: input.doubtful === false ? 0 : [...doubtful].filter((row) => row.sameAsRow === undefined && hashes.has(row.hash)).length,
      left: { faulty, doubtful: importable.length - selectedRows.length, same: selectedRows.length - added.length },
      categories: countCategories(added.map(({ body }) => body)),
    };
  } catch (error) {
    await pictures.undo();
    throw error;
  }
}

const mostCategories = 12;
function countCategories(bodies: readonly QuestionBody[]): ImportResult['categories'] {
  return [...Map.groupBy(bodies, (body) => body.category)]
    .map(([category, within]) => ({ category, count: within.length }))
    .toSorted((a, b) => b.count - a.count)
    .slice(0, mostCategories);
}

const dayMs = 24 * 3_600_000;

interface Task {
  readonly importId: number;
}

/** Registers the background job behind `/question/import`. */
export function registerImportJob(deps: QuestionDeps): JobHandle<Task> {
  const intakeStore = createQuestionIntakeStore(deps.db);
  return deps.jobs.register<Task, ImportResult>('questionImport', {
    // Safe to repeat: the transaction that writes the questions also records that they were written.
    afterRestart: 'again',
    run: async ({ importId }, tools) => {
      await intakeStore.releaseContentsBefore(deps.clock.nowMs() - dayMs);
      const row = await intakeStore.byId(importId);
      if (row?.imported !== null && row?.imported !== undefined)
        return { imported: row.imported, skipped: row.skipped ?? 0, categories: [] };
      if (!row?.content) refuse('refused', messages.importGone());
      const { content } = row;
      const result = await catchRefusal(
        () => runImport(deps, tools, importId, row.user_id, row.school_id, JSON.parse(row.task) as StagedImportTask, content),
        async (refusal) => {
          // A refused file is never read again, so its stored content is deleted.
          await intakeStore.releaseContent(importId);
          throw refusal;
        },
      );
      await intakeStore.releaseContent(importId);
      return result;
    },
  });
}

export type StagedImportTask = Omit<QuestionImportInput, 'content' | 'bank' | 'status'> & {
  readonly bankSchoolId: number;
  /** Status of the imported questions; depends on the caller's roles. */
  readonly status: QuestionStatusCode;
};

async function runImport(
  deps: QuestionDeps,
  tools: JobTools,
  importId: number,
  userId: number,
  schoolId: number,
  task: StagedImportTask,
  content: Uint8Array,
): Promise<ImportResult> {
  // Reading and writing each count as half of the progress.
  const createHalfProgress = (offset: number, note: Message) => (done: number, total: number) =>
    tools.progress(offset * total + done, total * 2, note);
  const file = await readImportFile(task, new Uint8Array(content), deps, {
    progress: createHalfProgress(0, messages.importReading()),
    signal: tools.signal,
    onQueued: (before) => tools.progress(0, null, messages.importWaits(before)),
  });
  const by = { userId, schoolId, bankSchoolId: task.bankSchoolId };
  return importJudgedFile(deps, by, file, task, {
    importId,
    progress: createHalfProgress(1, messages.importWriting()),
    signal: tools.signal,
  });
}
