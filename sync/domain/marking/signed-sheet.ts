import type { SheetSignature } from '../../contract/marking/signature.ts';

/** `earlier`: points or vetoes of the sheet were changed after it was signed, so the signature no longer counts. */
type SignatureState = 'unsigned' | 'current' | 'earlier';

/** Compares the values of a score sheet with those that its signature was drawn for. */
export function getSignatureState(sheet: {
  readonly points: readonly (number | null)[];
  readonly veto: readonly number[];
  readonly signature?: SheetSignature | undefined;
}): SignatureState {
  if (sheet.signature === undefined) return 'unsigned';
  const describe = (points: readonly (number | null)[], veto: readonly number[]) =>
    JSON.stringify([points, veto.toSorted((a, b) => a - b)]);
  return describe(sheet.points, sheet.veto) === describe(sheet.signature.points, sheet.signature.veto) ? 'current' : 'earlier';
}
