import type { AttemptLedger } from './attempt-ledger.ts';
import { type HandInIntent, writeHandIn } from './hand-in.ts';
import type { OpWriter } from './op-writer.ts';
import type { AttemptSessionDeps } from './attempt-session.ts';
import { getChainEnd } from '../store/store-rules.ts';
import { parseOp } from '../ops/upcast.ts';

/**
 * Resubmits lost values. SY7: it writes the undelivered values of retired streams into this tab's own stream, and writes a new hand-in if the former
 * one lists undelivered ops or is itself undelivered. SY24: it does the same for early ops, but only once the exam has begun by the server's time
 * (`hasExamBegun`); otherwise the new ops would be early again. If it is interrupted, the next call continues: a resubmitted value ranks above the
 * lost op, so it is not resubmitted twice.
 */
export async function resubmitLostValues(
  deps: AttemptSessionDeps,
  ledger: AttemptLedger,
  writer: OpWriter,
  hasExamBegun: boolean,
): Promise<void> {
  const early = hasExamBegun && ledger.hasEarly;
  if (!early && !ledger.rows.some((row) => row.condemned)) return;
  await resubmitValues(ledger, writer, early);
  const broken = findBrokenHandIn(ledger, early);
  if (broken) await writeHandIn(deps, ledger, writer, broken, 'amend');
}

async function resubmitValues(ledger: AttemptLedger, writer: OpWriter, early: boolean): Promise<void> {
  if (early) ledger.noteBegun();
  const { answers, flags } = ledger.listValuesToResubmit(early);
  for (const [i, v] of answers) await writer.write('answer.set@1', { i, v }, 'amend');
  for (const [i, on] of flags) await writer.write('flag.set@1', { i, on }, 'amend');
}

/**
 * Resubmits all values that may be early, before a hand-in on a PC whose clock was ahead (SY24). Otherwise the hand-in would list ops whose values
 * do not count. The PC may know of only some of its early ops, so it resubmits all ops from before it knew of the start.
 */
export async function resubmitBeforeHandIn(ledger: AttemptLedger, writer: OpWriter, hasExamBegun: boolean): Promise<void> {
  if (!hasExamBegun || !((ledger.sitting.news?.earlyUntilMs ?? 0) > 0)) return;
  await ledger.refresh();
  await resubmitValues(ledger, writer, true);
}

/**
 * Returns this device's hand-in if it must be written again: it cannot be delivered, it lists ops that cannot be delivered, or (`early`) the
 * examinee handed in early or without resubmitting all early values.
 */
function findBrokenHandIn(ledger: AttemptLedger, early: boolean): HandInIntent | undefined {
  const { handIn } = ledger.sitting;
  if (!handIn) return undefined;
  const op = ledger.opened(handIn);
  const read = op && parseOp(op.type, op.payload);
  if (!read || typeof read === 'string' || read.type !== 'attempt.handIn@2') return undefined;
  const end = new Map(ledger.rows.map((row) => [row.streamId, getChainEnd(row)]));
  const isBeyondEnd = ([streamId, seq]: readonly [string, number]): boolean => seq > (end.get(streamId) ?? 0);
  const { manifest, by, elapsedMs } = read.payload;
  const tooEarly = early && ledger.isHandInEarly(handIn) && by === 'examinee';
  return tooEarly || isBeyondEnd([handIn.streamId, handIn.seq]) || Object.entries(manifest).some(isBeyondEnd)
    ? { by, elapsedMs }
    : undefined;
}
