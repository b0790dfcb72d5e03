import type { PaperHandling } from '../../contract/exams/paper-register.ts';

/**
 * Contradiction in a room's record of papers. `fewerThanSeated`: fewer papers were handed out than examinees are seated. `missing`, `surplus`: fewer
 * or more papers were returned than handed out. `outOfOrder`: a later step has an earlier time. `unsealed`: the papers were taken back but not
 * sealed.
 */
type PaperDifference =
  | { readonly kind: 'fewerThanSeated' | 'missing' | 'surplus'; readonly n: number }
  | { readonly kind: 'outOfOrder' | 'unsealed' };

/** Lists the contradictions in a room's record of handed-out papers. `seated`: number of examinees in the room. */
export function listPaperDifferences(
  { handedOut, handedOutMs, returned, returnedMs, sealedMs }: Omit<PaperHandling, 'remark'>,
  seated: number,
): PaperDifference[] {
  const differences: PaperDifference[] = [];
  if (handedOut < seated) differences.push({ kind: 'fewerThanSeated', n: seated - handedOut });
  if (returned === null) return differences;
  if (returned < handedOut) differences.push({ kind: 'missing', n: handedOut - returned });
  if (returned > handedOut) differences.push({ kind: 'surplus', n: returned - handedOut });
  if ((returnedMs ?? handedOutMs) < handedOutMs || (sealedMs !== null && sealedMs < (returnedMs ?? 0)))
    differences.push({ kind: 'outOfOrder' });
  if (sealedMs === null) differences.push({ kind: 'unsealed' });
  return differences;
}
