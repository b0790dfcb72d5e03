import type { OpBook } from './op-book.ts';
import type { World } from './world.ts';

/**
 * Property 14, checked at the end: a receipt reports missing ops if devices claimed more ops than arrived, and never reports more than were
 * really lost.
 */
export function checkClaims(world: World, inChain: ReadonlySet<string>, quarantined: ReadonlySet<string>): void {
  const { book, server } = world;
  for (const attemptId of world.logIds) {
    const receipt = server.answerLog.projector.attempt(attemptId)?.receipt;
    if (!receipt) continue;
    const said = receipt.missingOps ?? 0;
    const missing = server.claimedMissing(attemptId);
    if (said < missing) book.fault('14 known', `${attemptId}: ${missing} ops that PCs told of are missing, the receipt says ${said}`);
    const lost = lostOps(book, attemptId, inChain, quarantined);
    if (said > lost) book.fault('14 known', `${attemptId}: the receipt says that ${said} ops are missing, ${lost} are`);
  }
}

/** Counts the ops of an attempt that a disk committed and that are neither in the chain nor in quarantine. */
const lostOps = (book: OpBook, attemptId: string, inChain: ReadonlySet<string>, quarantined: ReadonlySet<string>): number =>
  new Set(
    book.committed.flatMap(({ op }) =>
      op.attemptId === attemptId && !inChain.has(op.sealed) && !quarantined.has(op.sealed) ? op.sealed : [],
    ),
  ).size;
