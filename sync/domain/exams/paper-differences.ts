import type { PaperHandling } from '../../contract/exams/paper-register.ts';

/**
 * `fewerThanSeated`: fewer papers handed out than examinees seated; `missing`, `surplus`: returned papers against handed out ones;
 * `outOfOrder`: a later step has an earlier time; `unsealed`: taken back, but not sealed.
 */
type PaperDifference =
  | { readonly kind: 'fewerThanSeated' | 'missing' | 'surplus'; readonly n: number }
  | { readonly kind: 'outOfOrder' | 'unsealed' };

/** Lists what does not agree in the record of a room with `seated` examinees. */
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
