import type { CallOutput } from '../../../sync/contract/call.ts';
import type { examCalls } from '../../../sync/contract/exam.ts';
import type { ImportOutcome } from '../../../sync/contract/exam-offline.ts';
import type { PushInput } from '../../../sync/contract/sync.ts';
import { type AnswerFileHead, type AnswerFilePiece, answerFileLimits, readAnswerFile } from '../../../sync/engine/answer-file.ts';
import type { Digest } from '../../../sync/engine/ports.ts';

type Answered = CallOutput<(typeof examCalls)['importAnswers']>;
export type Brought = Answered['examinees'][number];

export interface ImportReport {
  readonly file: string;
  /** What the file is, where it brought nothing: not one of ours, of a newer build, too large. */
  readonly fault: 'none' | 'newer' | 'large' | null;
  readonly head: AnswerFileHead | null;
  /** Batches, by what came of them. */
  readonly counts: Readonly<Record<ImportOutcome, number>>;
  /** Pieces of files on answers that are on the server now, and those it does not take. */
  readonly pieces: number;
  readonly piecesRefused: number;
  /** Attempts of which this file did not bring every piece it ought to hold. */
  readonly lackFiles: ReadonlySet<string>;
  /** New ops on the server. */
  readonly added: number;
  /** Lines that are not what was written, and lines that are cut off. */
  readonly damaged: number;
  readonly missing: number;
  readonly examinees: readonly Brought[];
}

export interface ImportDeps {
  readonly digest: Digest;
  send(batches: PushInput[]): Promise<Answered>;
  /** True: the server holds it, now or before; false: it refuses it. Rejects where it does not answer. */
  sendPiece(piece: Omit<AnswerFilePiece, 'attemptId'>): Promise<boolean>;
  /** Some way through the file: 0 … 1. */
  progress(done: number): void;
}

/** Well below what one call takes, so that a slow line shows progress. */
const sendBytes = 1_500_000;
const sendBatches = 40;

const noCounts: Record<ImportOutcome, number> = { stored: 0, held: 0, aside: 0, gap: 0, otherExam: 0, foreign: 0, busy: 0 };

/** SY16: one file, batch by batch in its own order. Rejects where a call fails; importing the file again goes on from there. */
export async function importAnswerFile(
  file: { name: string; size: number; text(): Promise<string> },
  deps: ImportDeps,
): Promise<ImportReport> {
  const empty: ImportReport = {
    file: file.name,
    fault: null,
    head: null,
    counts: noCounts,
    pieces: 0,
    piecesRefused: 0,
    lackFiles: new Set(),
    added: 0,
    damaged: 0,
    missing: 0,
    examinees: [],
  };
  if (file.size > answerFileLimits.bytes) return { ...empty, fault: 'large' };
  const read = await readAnswerFile(await file.text(), deps.digest);
  if (read.kind !== 'file') return { ...empty, fault: read.kind };
  const counts = { ...noCounts };
  const examinees = new Map<string, Brought>();
  const elsewhere = new Set<string>();
  let added = 0;
  let done = 0;
  const all = read.batches.length + read.pieces.length;
  for (const part of parts(read.batches)) {
    const answered = await deps.send(part);
    for (const [at, { outcome, ops }] of answered.outcomes.entries()) {
      counts[outcome] += 1;
      added += ops;
      const attemptId = part[at]?.stream.attemptId;
      if (outcome === 'otherExam' && attemptId !== undefined) elsewhere.add(attemptId);
    }
    for (const one of answered.examinees) examinees.set(one.attemptId, one);
    done += part.length;
    deps.progress(done / all);
  }
  let pieces = 0;
  let piecesRefused = 0;
  const { head, damaged, missing } = read;
  const cutShort = head ? read.pieces.length < head.pieces : damaged.length > 0;
  const lackFiles = new Set(cutShort ? examinees.keys() : []);
  let answers = true;
  // After the ops: a piece is taken only where one has named it. What is of another exam is brought there.
  for (const { attemptId, ...piece } of read.pieces) {
    if (elsewhere.has(attemptId)) counts.otherExam += 1;
    else {
      // Once the server is silent the rest is not tried: the answers are told as brought, and the pieces as lacking.
      const taken = answers && (await deps.sendPiece({ ...piece, carried: true }).catch(() => (answers = false)));
      if (taken) pieces += 1;
      else {
        piecesRefused += 1;
        lackFiles.add(attemptId);
      }
    }
    done += 1;
    deps.progress(done / all);
  }
  return {
    file: file.name,
    fault: null,
    head,
    counts,
    pieces,
    piecesRefused,
    lackFiles,
    added,
    damaged: damaged.length,
    missing,
    examinees: [...examinees.values()],
  };
}

function* parts(batches: readonly PushInput[]): Generator<PushInput[]> {
  let part: PushInput[] = [];
  let bytes = 0;
  for (const batch of batches) {
    const size = batch.ops.reduce((sum, op) => sum + op[5].length + 160, 2_000);
    if (part.length > 0 && (bytes + size > sendBytes || part.length === sendBatches)) {
      yield part;
      part = [];
      bytes = 0;
    }
    part.push(batch);
    bytes += size;
  }
  if (part.length > 0) yield part;
}

/** `good`: all of it is on the server. `partly`: something could not be taken as it was. `bad`: nothing of it belongs here. */
export function verdictOf(report: ImportReport): 'good' | 'partly' | 'bad' {
  const { counts, fault, damaged, missing, piecesRefused } = report;
  if (fault !== null) return 'bad';
  const here = counts.stored + counts.held;
  const amiss = counts.aside + counts.gap + counts.otherExam + counts.foreign + counts.busy + damaged + missing + piecesRefused;
  if (amiss === 0) return 'good';
  return here > 0 || counts.aside > 0 ? 'partly' : 'bad';
}
