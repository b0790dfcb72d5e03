import type { AttemptLedger } from './attempt-ledger.ts';
import { type HandInIntent, writeHandIn } from './hand-in.ts';
import type { OpWriter } from './op-writer.ts';
import type { SessionDeps } from './session-deps.ts';
import { chainEnd } from './store-rules.ts';
import { readOp } from './upcast.ts';

/**
 * SY7: what a condemned stream could not deliver is said again in this tab's own stream, and a hand-in that listed or was
 * part of it is made again. SY24: so is what the server had before the exam's start, once `begun` by the server's time; not
 * sooner, or it would come too early again. Nothing to do is the usual case. May be cut short anywhere: what is restated stands
 * above the stranded op and is not found stranded again.
 */
export async function restate(deps: SessionDeps, ledger: AttemptLedger, writer: OpWriter, begun: boolean): Promise<void> {
  const early = begun && ledger.hasEarly;
  if (!early && !ledger.rows.some((row) => row.condemned)) return;
  await sayAgain(ledger, writer, early);
  const broken = brokenHandIn(ledger, early);
  if (broken) await writeHandIn(deps, ledger, writer, broken, 'amend');
}

async function sayAgain(ledger: AttemptLedger, writer: OpWriter, early: boolean): Promise<void> {
  if (early) ledger.noteBegun();
  const { answers, flags } = ledger.stranded(early);
  for (const [i, v] of answers) await writer.write('answer.set@1', { i, v }, 'amend');
  for (const [i, on] of flags) await writer.write('flag.set@1', { i, on }, 'amend');
}

/**
 * SY24, before a hand-in of a PC that ran ahead: what may have come too early is said again first, or the hand-in would list it, stand,
 * and leave it out. A PC may have heard of some of it only.
 */
export async function sayBeforeHandIn(ledger: AttemptLedger, writer: OpWriter, begun: boolean): Promise<void> {
  if (!begun || !((ledger.sitting.news?.earlyUntilMs ?? 0) > 0)) return;
  await ledger.refresh();
  await sayAgain(ledger, writer, true);
}

/** This device's hand-in, where it can never be delivered, its digest can never match, or (`early`) it came before the start or did not know what had. */
function brokenHandIn(ledger: AttemptLedger, early: boolean): HandInIntent | undefined {
  const { handIn } = ledger.sitting;
  if (!handIn) return undefined;
  const op = ledger.opened(handIn);
  const read = op && readOp(op.type, op.payload);
  if (!read || typeof read === 'string' || read.type !== 'attempt.handIn@2') return undefined;
  const end = new Map(ledger.rows.map((row) => [row.streamId, chainEnd(row)]));
  const beyond = ([streamId, seq]: readonly [string, number]): boolean => seq > (end.get(streamId) ?? 0);
  const { manifest, by, elapsedMs } = read.payload;
  const tooEarly = early && ledger.isHandInEarly(handIn) && by === 'examinee';
  return tooEarly || beyond([handIn.streamId, handIn.seq]) || Object.entries(manifest).some(beyond) ? { by, elapsedMs } : undefined;
}
