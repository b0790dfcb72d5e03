import type { Taken } from '../../../platform/carrying.ts';

/** Result of taking one file, or the codes read by the camera (`file` is ''). */
export interface Said {
  readonly file: string;
  readonly taken: Taken | { readonly kind: 'broken' };
}

/** Adds a result. It replaces the earlier result of the same file. */
export const heard = (said: readonly Said[], next: Said): readonly Said[] => [...said.filter(({ file }) => file !== next.file), next];

const isWhole = ({ taken }: Said): boolean => taken.kind === 'kept' && taken.strangers + taken.damaged + taken.pieces === 0;

/** Selects the last result and all results with problems, so that successes do not hide a problem. */
export const shownOf = (said: readonly Said[]): readonly Said[] => said.filter((one, at) => at === said.length - 1 || !isWhole(one));
