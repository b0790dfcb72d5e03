import type { CallOutput } from '../../../sync/contract/call.ts';
import type { examCalls } from '../../../sync/contract/exam.ts';
import type { ImportOutcome } from '../../../sync/contract/exam-offline.ts';
import type { PushInput } from '../../../sync/contract/sync.ts';
import { type AnswerFileHead, answerFileLines, type AnswerFilePiece, missingOf } from '../../../sync/engine/answer-file.ts';
import type { Digest } from '../../../sync/engine/ports.ts';
import { fileLines } from '../../platform/file-lines.ts';

type Answered = CallOutput<(typeof examCalls)['importAnswers']>;
export type Brought = Answered['examinees'][number];

export interface ImportReport {
  readonly file: string;
  /** What the file is, where it brought nothing: not one of ours, of a newer build. */
  readonly fault: 'none' | 'newer' | null;
  readonly head: AnswerFileHead | null;
  /** Batches, by what came of them. */
  readonly counts: Readonly<Record<ImportOutcome, number>>;
  /** Pieces of files on answers that are on the server now, and those it does not take. */
  readonly pieces: number;
  readonly piecesRefused: number;
  /** Pieces that no answer names, though every answer came: their taking was cut off on the PC, and they are part of nothing. */
  readonly piecesUnnamed: number;
  /** Attempts of which the server lacks a file on an answer that counts, as it said last. */
  readonly lackFiles: ReadonlySet<string>;
  /** New ops on the server. */
  readonly added: number;
  /** Lines that are not what was written, and lines that are cut off. */
  readonly damaged: number;
  readonly missing: number;
  readonly examinees: readonly Brought[];
}

/** `held`: the server has it, now or before. `unnamed`: no op that is here names it. */
export type PieceOutcome = 'held' | 'unnamed' | 'refused';

export interface ImportDeps {
  readonly digest: Digest;
  send(batches: PushInput[]): Promise<Answered>;
  /** Rejects where the server does not answer. */
  sendPiece(piece: Omit<AnswerFilePiece, 'attemptId'>): Promise<PieceOutcome>;
  /** Some way through the file: 0 … 1. */
  progress(done: number): void;
}

/** Well below what one call takes, so that a slow line shows progress. */
const sendBytes = 1_500_000;
const sendBatches = 40;

const noCounts: Record<ImportOutcome, number> = { stored: 0, held: 0, aside: 0, gap: 0, otherExam: 0, foreign: 0, busy: 0 };

const sizeOf = (batch: PushInput): number => batch.ops.reduce((sum, op) => sum + op[5].length + 160, 2_000);

/**
 * SY16: one file, line by line in its own order, so that its size is nothing to the memory of this PC. Rejects where a call fails, or the file can't
 * be read on; importing it again goes on from there.
 */
export async function importAnswerFile(
  file: { name: string; size: number; stream(): ReadableStream<Uint8Array> },
  deps: ImportDeps,
): Promise<ImportReport> {
  const counts = { ...noCounts };
  const examinees = new Map<string, Brought>();
  /** By attempt, the newest batch: without its ops it only asks how the attempt stands. */
  const asking = new Map<string, PushInput>();
  const elsewhere = new Set<string>();
  let head: AnswerFileHead | null = null;
  let [added, lines, damaged, pieces, unnamed, refused] = [0, 0, 0, 0, 0, 0];
  let answers = true;

  const send = async (batches: PushInput[]): Promise<Answered> => {
    const answered = await deps.send(batches);
    for (const one of answered.examinees) examinees.set(one.attemptId, one);
    return answered;
  };
  let part: PushInput[] = [];
  let bytes = 0;
  const sendPart = async (): Promise<void> => {
    if (part.length === 0) return;
    const { outcomes } = await send(part);
    for (const [at, { outcome, ops }] of outcomes.entries()) {
      counts[outcome] += 1;
      added += ops;
      const batch = part[at];
      if (!batch) continue;
      const { wrapped: _, ...stream } = batch.stream;
      if (outcome === 'otherExam') elsewhere.add(stream.attemptId);
      else asking.set(stream.attemptId, { ...batch, stream, ops: [] });
    }
    part = [];
    bytes = 0;
  };
  const sendPiece = async ({ attemptId, ...piece }: AnswerFilePiece): Promise<void> => {
    // What is of another exam is brought there.
    if (elsewhere.has(attemptId)) return void (counts.otherExam += 1);
    // Once the server is silent the rest is not tried: the answers are told as brought, and the pieces as lacking.
    const came = answers && (await deps.sendPiece({ ...piece, carried: true }).catch(() => (answers = false)));
    if (came === 'held') pieces += 1;
    else if (came === 'unnamed') unnamed += 1;
    else refused += 1;
  };

  for await (const line of answerFileLines(
    fileLines(file, (passed) => deps.progress(passed / file.size)),
    deps.digest,
  )) {
    if (line.kind === 'newer') return { ...nothingOf(file.name), fault: 'newer' };
    if (line.kind === 'head') {
      head = line.head;
      continue;
    }
    lines += 1;
    if (line.kind === 'damaged') damaged += 1;
    else if (line.kind === 'piece') {
      // After the ops: a piece is taken only where one has named it.
      await sendPart();
      await sendPiece(line.piece);
    } else {
      if (bytes + sizeOf(line.batch) > sendBytes || part.length === sendBatches) await sendPart();
      part.push(line.batch);
      bytes += sizeOf(line.batch);
    }
  }
  await sendPart();
  if (head === null && lines === damaged) return { ...nothingOf(file.name), fault: 'none' };
  // The server said whose photos are lacking when it had the answers alone. What the file promises or lacks itself is no proof either way.
  const lacking = () => [...examinees.values()].flatMap(({ attemptId, missingFiles }) => (missingFiles > 0 ? attemptId : []));
  const again = pieces > 0 ? lacking().flatMap((attemptId) => asking.get(attemptId) ?? []) : [];
  for (let at = 0; answers && at < again.length; at += sendBatches)
    await send(again.slice(at, at + sendBatches)).catch(() => (answers = false));
  deps.progress(1);

  const missing = missingOf(head, lines);
  const { stored: _, held: __, ...amiss } = counts;
  // Where every answer came, what none of them names is part of none. Else its op may be among what did not come.
  const isWhole = sum(Object.values(amiss)) + damaged + missing === 0;
  return {
    file: file.name,
    fault: null,
    head,
    counts,
    pieces,
    piecesRefused: refused + (isWhole ? 0 : unnamed),
    piecesUnnamed: isWhole ? unnamed : 0,
    lackFiles: new Set(lacking()),
    added,
    damaged,
    missing,
    examinees: [...examinees.values()],
  };
}

const sum = (all: readonly number[]): number => all.reduce((total, each) => total + each, 0);

const nothingOf = (file: string): ImportReport => ({
  file,
  fault: null,
  head: null,
  counts: noCounts,
  pieces: 0,
  piecesRefused: 0,
  piecesUnnamed: 0,
  lackFiles: new Set(),
  added: 0,
  damaged: 0,
  missing: 0,
  examinees: [],
});

/** `good`: all of it is on the server, and no photo is lacking. `partly`: something could not be taken as it was. `bad`: nothing of it belongs here. */
export function verdictOf(report: ImportReport): 'good' | 'partly' | 'bad' {
  const { counts, fault, damaged, missing, piecesRefused, lackFiles } = report;
  if (fault !== null) return 'bad';
  const { stored, held, ...amiss } = counts;
  if (sum(Object.values(amiss)) + damaged + missing + piecesRefused + lackFiles.size === 0) return 'good';
  return stored + held + counts.aside > 0 ? 'partly' : 'bad';
}
