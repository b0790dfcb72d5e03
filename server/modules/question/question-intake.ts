import type { CallParsed } from '../../../sync/contract/call.ts';
import { questionStatus } from '../../../sync/contract/codes.ts';
import type { questionFileCalls } from '../../../sync/contract/question-file-calls.ts';
import type { QuestionBody } from '../../../sync/contract/question-body.ts';
import { type Message, Refusal, refuse } from '../../http/handler.ts';
import type { JobHandle, JobTools } from '../../jobs/job-port.ts';
import { profReads } from '../prof/prof-reads.ts';
import { pictureReads } from '../upload/picture-reads.ts';
import { type JudgedFile, type JudgedRow } from './formats/file-judge.ts';
import { readInThread } from './formats/file-reading.ts';
import { formatMessages } from './formats/format-messages.ts';
import { UnreadableFile } from './formats/question-format.ts';
import type { QuestionDeps } from './question-deps.ts';
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

type Progress = (done: number, total: number) => void;

/** The file of a call, read and judged; in words why it can't be. */
export async function readImport(
  { fileName, format, category, fixes, drop }: Omit<PreviewInput, 'content' | 'bank'>,
  bytes: Uint8Array,
  deps: QuestionDeps,
  progress?: Progress,
  signal?: AbortSignal,
): Promise<JudgedFile | Refusal> {
  const task = {
    name: fileName,
    bytes,
    category,
    format,
    fixes: new Map(fixes.map(({ row, draft }) => [row, draft])),
    drop: new Set(drop),
  };
  try {
    const file = await readInThread(task, progress, signal);
    return { ...file, rows: await withProfessions(file.rows, deps) };
  } catch (error) {
    if (error instanceof UnreadableFile) return refuse('refused', error.told);
    throw error;
  }
}

/** A file of another platform names professions by numbers that mean nothing here. */
async function withProfessions(rows: readonly JudgedRow[], { db }: QuestionDeps): Promise<JudgedRow[]> {
  const ids = new Set(rows.flatMap(({ question }) => question?.profId ?? []));
  const trades = new Map<number, readonly number[]>();
  for (const id of ids) {
    const found = await profReads(db).byId(id);
    if (found)
      trades.set(
        id,
        found.trades.map((trade) => trade.id),
      );
  }
  return rows.map((row) => {
    const { question } = row;
    if (!question || (question.profId === null && question.tradeId === null)) return row;
    const known = question.profId === null ? undefined : trades.get(question.profId);
    const tradeOk = question.tradeId === null || known?.includes(question.tradeId) === true;
    if (known && tradeOk) return row;
    const warning = { field: known ? 'tradeId' : 'profId', reason: formatMessages.profUnknown() };
    return {
      ...row,
      question: { ...question, profId: known ? question.profId : null, tradeId: null },
      warnings: [...row.warnings, warning],
    };
  });
}

/** Takes a judged file into the bank: all its good questions and their pictures, or nothing. */
export async function takeIn(
  deps: QuestionDeps,
  by: ImportBy,
  file: JudgedFile,
  input: Pick<ImportInput, 'mode' | 'skipDuplicates' | 'status' | 'fileName'>,
  more: { readonly importId?: number; readonly progress?: Progress; readonly signal?: AbortSignal } = {},
): Promise<{ imported: number; skipped: number } | Refusal> {
  const good = file.rows.filter(isGoodRow);
  const faulty = file.rows.length - good.length;
  if (file.rows.length === 0) return refuse('refused', messages.importEmpty());
  if (good.length === 0 || (input.mode === 'all' && faulty > 0)) return refuse('refused', messages.importRefused(faulty, file.rows.length));
  const nowMs = deps.clock.nowMs();
  const used = new Map([...file.pictures].filter(([url]) => good.some(({ question }) => JSON.stringify(question).includes(url))));
  const pictures = await pictureReads(deps.db, deps.inspection.folder).take(used, { ...by, nowMs, fileName: input.fileName });
  const placed = (body: QuestionBody): QuestionBody => {
    if (pictures.urls.size === 0) return body;
    const text = JSON.stringify(body).replace(/\/uploads\/[0-9a-f]{32}\.[a-z0-9]{2,5}/g, (url) => pictures.urls.get(url) ?? url);
    return JSON.parse(text) as QuestionBody;
  };
  try {
    const imported = await questionStore(deps.db).addAll(
      good.map(({ question, hash }) => ({ body: placed(question), hash })),
      {
        userId: by.userId,
        nowMs,
        schoolId: by.bankSchoolId,
        skipDuplicates: input.skipDuplicates,
        status: input.status ?? questionStatus.inUse,
        importId: more.importId,
        alongside: pictures.keep,
        progress: (done, total) => {
          if (more.signal?.aborted) throw new Error('stopped');
          more.progress?.(done, total);
        },
      },
    );
    return { imported, skipped: file.rows.length - imported };
  } catch (error) {
    await pictures.undo();
    throw error;
  }
}

const dayMs = 24 * 3_600_000;

interface Task {
  readonly importId: number;
}

/** The background job behind `/question/import`. */
export function registerIntake(deps: QuestionDeps): JobHandle<Task> {
  const staged = questionIntakeStore(deps.db);
  return deps.jobs.register<Task, { imported: number; skipped: number }>('questionImport', {
    // Safe: what was written says so in its own transaction.
    afterRestart: 'again',
    run: async ({ importId }, tools) => {
      await staged.letGoBefore(deps.clock.nowMs() - dayMs);
      const row = await staged.byId(importId);
      if (row?.imported !== null && row?.imported !== undefined) return { imported: row.imported, skipped: row.skipped ?? 0 };
      if (!row?.content) return refuse('refused', messages.importGone());
      const result = await runImport(deps, tools, importId, row.user_id, row.school_id, JSON.parse(row.task) as StagedTask, row.content);
      await staged.letGo(importId);
      return result;
    },
  });
}

export type StagedTask = Omit<ImportInput, 'content' | 'bank'> & { readonly bankSchoolId: number | null };

async function runImport(
  deps: QuestionDeps,
  tools: JobTools,
  importId: number,
  userId: number,
  schoolId: number,
  task: StagedTask,
  content: Uint8Array,
): Promise<{ imported: number; skipped: number } | Refusal> {
  // Reading and writing are each half of the way.
  const half = (offset: number, note: Message) => (done: number, total: number) => tools.progress(offset * total + done, total * 2, note);
  const file = await readImport(task, new Uint8Array(content), deps, half(0, messages.importReading()), tools.signal);
  if (file instanceof Refusal) return file;
  const by = { userId, schoolId, bankSchoolId: task.bankSchoolId };
  return takeIn(deps, by, file, task, { importId, progress: half(1, messages.importWriting()), signal: tools.signal });
}
