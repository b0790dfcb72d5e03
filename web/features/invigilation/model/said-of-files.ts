import type { Taken } from '../../../platform/carrying.ts';

/** What came of one file, or of what the camera read (''). */
export interface Said {
  readonly file: string;
  readonly taken: Taken | { readonly kind: 'broken' };
}

/** A file that is chosen again is spoken of as it was read last. */
export const heard = (said: readonly Said[], next: Said): readonly Said[] => [...said.filter(({ file }) => file !== next.file), next];

const isWhole = ({ taken }: Said): boolean => taken.kind === 'kept' && taken.strangers + taken.damaged + taken.pieces === 0;

/** The last, and every one of which something is amiss: what was not taken must not go under in what was. */
export const shownOf = (said: readonly Said[]): readonly Said[] => said.filter((one, at) => at === said.length - 1 || !isWhole(one));
