import type { TransferResult } from '../../../platform/transfer/answer-transfer.ts';

/** Result of reading the answers in one answer file, or in QR codes read by the camera (`file` is ''). */
export interface FileTakeResult {
  readonly file: string;
  readonly result: TransferResult | { readonly kind: 'broken' };
}

/** Adds a result. It replaces the earlier result of the same file. */
export const addFileResult = (results: readonly FileTakeResult[], next: FileTakeResult): readonly FileTakeResult[] => [
  ...results.filter(({ file }) => file !== next.file),
  next,
];

const isWhole = ({ result: taken }: FileTakeResult): boolean =>
  taken.kind === 'kept' && taken.strangers + taken.damaged + taken.chunks === 0;

/** Selects the last result and all results with problems, so that successes do not hide a problem. */
export const listShownResults = (results: readonly FileTakeResult[]): readonly FileTakeResult[] =>
  results.filter((one, at) => at === results.length - 1 || !isWhole(one));
