import type { CallOutput } from '../../../../sync/contract/call.ts';
import type { examCalls } from '../../../../sync/contract/exams/exam.ts';
import type { ImportOutcome } from '../../../../sync/contract/exams/exam-offline.ts';
import type { PushInput } from '../../../../sync/contract/exams/sync.ts';
import {
  type AnswerFileHead,
  readAnswerFileLines,
  type AnswerFileChunk,
  countMissingLines,
} from '../../../../sync/engine/transfer/answer-file.ts';
import type { DigestText } from '../../../../sync/engine/ports.ts';
import { readFileLines } from '../../../platform/transfer/file-lines.ts';
import { sum } from '../../../../sync/domain/numbers.ts';

type ImportReply = CallOutput<(typeof examCalls)['importAnswers']>;
export type ImportedExaminee = ImportReply['examinees'][number];

export interface ImportReport {
  readonly file: string;
  /** Reason why the file could not be imported: `none` means not an answer file, `newer` a file of a newer build. Null for a readable file. */
  readonly fault: 'none' | 'newer' | null;
  readonly head: AnswerFileHead | null;
  /** Number of the file's op batches by what the server did with them. */
  readonly counts: Readonly<Record<ImportOutcome, number>>;
  /** Number of attachment chunks that the server has now, and that it refused. */
  readonly chunks: number;
  readonly chunksRefused: number;
  /** Number of chunks that no answer names although every answer arrived. The PC stopped while the attachment was taken, so no answer needs them. */
  readonly chunksUnnamed: number;
  /** Attempts for which the server still lacks an attachment of an answer that counts, as of its last reply. */
  readonly attemptsMissingFiles: ReadonlySet<string>;
  /** Number of ops that the server did not have before. */
  readonly added: number;
  /** `damaged`: number of lines whose content was altered. `missing`: number of lines that the head of the file counts but that are cut off. */
  readonly damaged: number;
  readonly missing: number;
  readonly examinees: readonly ImportedExaminee[];
}

/** `held`: the server has the chunk, now or from before. `unnamed`: no op on the server names it. */
export type ChunkOutcome = 'held' | 'unnamed' | 'refused';

export interface ImportDeps {
  readonly digest: DigestText;
  send(batches: PushInput[]): Promise<ImportReply>;
  /** Sends one chunk. Rejects if the server does not answer. */
  sendChunk(chunk: Omit<AnswerFileChunk, 'attemptId'>): Promise<ChunkOutcome>;
  /** Reports progress through the file, 0 to 1. */
  progress(done: number): void;
}

/** Limits of one call: estimated bytes, and number of batches. They lie well below the server's limit, so that progress is visible on a slow line. */
const sendBytes = 1_500_000;
const sendBatches = 40;

const noCounts: Record<ImportOutcome, number> = { stored: 0, held: 0, aside: 0, gap: 0, otherExam: 0, foreign: 0, busy: 0 };

const estimateBytes = (batch: PushInput): number => batch.ops.reduce((sum, op) => sum + op[5].length + 160, 2_000);

/** Sends the op batches of an answer file in calls of limited size and collects the server's replies. */
function createBatchSender(deps: Pick<ImportDeps, 'send'>) {
  const counts = { ...noCounts };
  const examinees = new Map<string, ImportedExaminee>();
  /** Newest batch of each attempt. Sent without its ops, it only asks for the state of the attempt. */
  const stateRequests = new Map<string, PushInput>();
  const otherExamAttempts = new Set<string>();
  let added = 0;
  let pendingBatches: PushInput[] = [];
  let pendingBytes = 0;

  const send = async (batches: PushInput[]): Promise<ImportReply> => {
    const reply = await deps.send(batches);
    for (const examinee of reply.examinees) examinees.set(examinee.attemptId, examinee);
    return reply;
  };
  const sendPending = async (): Promise<void> => {
    if (pendingBatches.length === 0) return;
    const { outcomes } = await send(pendingBatches);
    for (const [index, { outcome, ops }] of outcomes.entries()) {
      counts[outcome] += 1;
      added += ops;
      const batch = pendingBatches[index];
      if (!batch) continue;
      const { wrapped: _, ...stream } = batch.stream;
      if (outcome === 'otherExam') otherExamAttempts.add(stream.attemptId);
      else stateRequests.set(stream.attemptId, { ...batch, stream, ops: [] });
    }
    pendingBatches = [];
    pendingBytes = 0;
  };
  return {
    /** Number of batches and of chunks of other exams, by what happened to them. */
    counts,
    /** Newest state of each attempt that the server reported. */
    examinees,
    otherExamAttempts,
    send,
    sendPending,
    countAdded: (): number => added,
    async add(batch: PushInput): Promise<void> {
      if (pendingBytes + estimateBytes(batch) > sendBytes || pendingBatches.length === sendBatches) await sendPending();
      pendingBatches.push(batch);
      pendingBytes += estimateBytes(batch);
    },
    /** Lists the attempts for which the server lacks an attachment, as of its last reply. */
    listLackingAttempts: (): string[] =>
      [...examinees.values()].flatMap(({ attemptId, missingFiles }) => (missingFiles > 0 ? attemptId : [])),
    /** Builds for each attempt the request for its state. */
    listStateRequests: (attemptIds: readonly string[]): PushInput[] =>
      attemptIds.flatMap((attemptId) => stateRequests.get(attemptId) ?? []),
  };
}

/**
 * Imports one answer file (SY16), line by line in the file's order, so memory use does not depend on its size. Rejects if a call fails or the file
 * becomes unreadable. Importing the file again resumes the import, because the server accepts every op once.
 */
export async function importAnswerFile(
  file: { name: string; size: number; stream(): ReadableStream<Uint8Array> },
  deps: ImportDeps,
): Promise<ImportReport> {
  const sender = createBatchSender(deps);
  const { counts } = sender;
  let head: AnswerFileHead | null = null;
  let [lines, damaged, chunks, unnamed, refused] = [0, 0, 0, 0, 0];
  let isReachable = true;

  const sendChunk = async ({ attemptId, ...chunk }: AnswerFileChunk): Promise<void> => {
    // Chunks of an attempt of another exam must be imported in that exam.
    if (sender.otherExamAttempts.has(attemptId)) return void (counts.otherExam += 1);
    // After the first call without a reply, do not try the remaining chunks. The report then counts the answers as imported and the chunks as
    // refused.
    const chunkOutcome = isReachable && (await deps.sendChunk({ ...chunk, carried: true }).catch(() => (isReachable = false)));
    if (chunkOutcome === 'held') chunks += 1;
    else if (chunkOutcome === 'unnamed') unnamed += 1;
    else refused += 1;
  };

  for await (const line of readAnswerFileLines(
    readFileLines(file, (passed) => deps.progress(passed / file.size)),
    deps.digest,
  )) {
    if (line.kind === 'newer') return { ...createEmptyReport(file.name), fault: 'newer' };
    if (line.kind === 'head') {
      head = line.head;
      continue;
    }
    lines += 1;
    if (line.kind === 'damaged') damaged += 1;
    else if (line.kind === 'chunk') {
      // Send the pending ops first: the server accepts a chunk only after it has an op that names it.
      await sender.sendPending();
      await sendChunk(line.chunk);
    } else await sender.add(line.batch);
  }
  await sender.sendPending();
  if (head === null && lines === damaged) return { ...createEmptyReport(file.name), fault: 'none' };
  // The server reported missing attachments before the chunks were sent, so ask again. The file's own list of attachments proves nothing.
  const repeatedRequests = chunks > 0 ? sender.listStateRequests(sender.listLackingAttempts()) : [];
  for (let start = 0; isReachable && start < repeatedRequests.length; start += sendBatches)
    await sender.send(repeatedRequests.slice(start, start + sendBatches)).catch(() => (isReachable = false));
  deps.progress(1);

  const missing = countMissingLines(head, lines);
  const { stored: _, held: __, ...amiss } = counts;
  // Unnamed chunks are harmless only if every answer arrived. Otherwise the op that names them may be among the missing ones.
  const isWhole = sum(Object.values(amiss)) + damaged + missing === 0;
  return {
    file: file.name,
    fault: null,
    head,
    counts,
    chunks,
    chunksRefused: refused + (isWhole ? 0 : unnamed),
    chunksUnnamed: isWhole ? unnamed : 0,
    attemptsMissingFiles: new Set(sender.listLackingAttempts()),
    added: sender.countAdded(),
    damaged,
    missing,
    examinees: [...sender.examinees.values()],
  };
}

const createEmptyReport = (file: string): ImportReport => ({
  file,
  fault: null,
  head: null,
  counts: noCounts,
  chunks: 0,
  chunksRefused: 0,
  chunksUnnamed: 0,
  attemptsMissingFiles: new Set(),
  added: 0,
  damaged: 0,
  missing: 0,
  examinees: [],
});

/**
 * Sums up a report. `good`: the server has everything, and no attachment is missing. `partly`: some lines were not accepted as they are. `bad`: the
 * file holds nothing for this exam.
 */
export function classifyImport(report: ImportReport): 'good' | 'partly' | 'bad' {
  const { counts, fault, damaged, missing, chunksRefused, attemptsMissingFiles } = report;
  if (fault !== null) return 'bad';
  const { stored, held, ...amiss } = counts;
  if (sum(Object.values(amiss)) + damaged + missing + chunksRefused + attemptsMissingFiles.size === 0) return 'good';
  return stored + held + counts.aside > 0 ? 'partly' : 'bad';
}
